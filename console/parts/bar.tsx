import classes from './bar.module.css';

type Given = {
  value: number | null;
  /** What fills the bar. */
  most?: number;
  /** A CSS colour; the accent unless given. */
  color?: string;
  /** The value in words, for screen readers; leave out where the number stands beside it. */
  label?: string;
};

/** A thin meter. The number itself belongs beside it. */
export function Bar({ value, most = 100, color, label }: Given) {
  const part = value === null || most <= 0 ? 0 : Math.max(0, Math.min(1, value / most));
  return (
    <span
      className={classes.track}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <span className={classes.fill} style={{ width: `${part * 100}%`, background: color }} />
    </span>
  );
}
