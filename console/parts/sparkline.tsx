import classes from './sparkline.module.css';

type Given = {
  /** Null where there is nothing: the line has a gap there. */
  values: readonly (number | null)[];
  /** What the line shows, for those who see none. */
  label: string;
  width?: number;
  height?: number;
  /** Fixed ends of the scale; else the values' own. */
  domain?: readonly [number, number];
};

type Point = { x: number; y: number };

/** Runs of neighbouring points; a gap ends one. */
function runs(points: readonly (Point | null)[]): Point[][] {
  const all: Point[][] = [[]];
  for (const point of points) {
    if (point === null) all.push([]);
    else all.at(-1)?.push(point);
  }
  return all.filter((run) => run.length > 0);
}

const path = (run: readonly Point[]) =>
  run.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A line of the size of a word. */
export function Sparkline({ values, label, width = 96, height = 28, domain }: Given) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return <span className={classes.none} style={{ width, height }} />;
  const [low, high] = domain ?? [Math.min(...known), Math.max(...known)];
  const span = high - low || 1;
  const points = values.map((value, at) =>
    value === null
      ? null
      : {
          x: 3 + (at / (values.length - 1)) * (width - 6),
          y: 3 + (1 - (value - low) / span) * (height - 6),
        },
  );
  const last = points.findLast((point) => point !== null);
  return (
    <svg className={classes.line} width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img">
      <title>{label}</title>
      {runs(points).map((run) => {
        const [first, end] = [run[0], run.at(-1)];
        return (
          <g key={first?.x}>
            <path className={classes.area} d={`${path(run)}L${end?.x} ${height}L${first?.x} ${height}Z`} />
            <path className={classes.stroke} d={path(run)} />
          </g>
        );
      })}
      {last && <circle className={classes.dot} cx={last.x} cy={last.y} r={2.25} />}
    </svg>
  );
}
