import classes from './monogram.module.css';

/** Hues that stay apart from each other and readable under white. */
const HUES = [258, 200, 160, 28, 330, 290, 100, 225];

function hueOf(name: string): number {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return HUES[sum % HUES.length] ?? 258;
}

/** The first letter of a name on a colour of its own. */
export function Monogram({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <span
      className={classes.monogram}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.46,
        background: `oklch(0.5 0.13 ${hueOf(name)})`,
      }}
      aria-hidden
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
