import type { ReactNode } from 'react';
import classes from './pill.module.css';

type Given = {
  children: ReactNode;
  tone?: 'plain' | 'accent' | 'good' | 'warn' | 'bad';
  /** Stands before the text: an icon of 12 pixels. */
  icon?: ReactNode;
};

/** A word or two about a thing: its state, its kind. The tone only underlines what the text says. */
export function Pill({ children, tone = 'plain', icon }: Given) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
