import { words } from '../words.ts';
import classes from './logo.module.css';

/** The mark: a ring with an opening, something seen in the middle, and what comes in through the opening. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className={classes.mark}>
      <rect width="32" height="32" rx="8" />
      <path d="M16 6.5a9.5 9.5 0 1 0 9.5 9.5" />
      <circle cx="16" cy="16" r="3.5" />
      <circle cx="22.7" cy="9.3" r="2.2" />
    </svg>
  );
}

/** The mark with the product's name. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <span className={classes.logo}>
      <Mark size={size} />
      <span className={classes.name} style={{ fontSize: size * 0.68 }}>
        {words.product}
      </span>
    </span>
  );
}
