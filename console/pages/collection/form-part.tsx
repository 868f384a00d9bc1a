import type { ReactNode } from 'react';
import classes from './plan.module.css';

/** A part of the form under a heading. */
export function FormPart({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h3>{title}</h3>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}
