import type { ComponentType, ReactNode } from 'react';
import classes from './empty.module.css';

type Given = {
  title: string;
  /** What to do next, in a sentence. */
  text?: ReactNode;
  /** The button that does it. */
  action?: ReactNode;
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  /** The whole page is this: its title is the heading. */
  page?: boolean;
};

/** An empty state: says what is missing and names the next step. */
export function Empty({ title, text, action, icon: Icon, page = false }: Given) {
  const Title = page ? 'h1' : 'p';
  return (
    <div className={classes.empty}>
      {Icon && (
        <span className={classes.icon} aria-hidden>
          <Icon size={22} stroke={1.6} />
        </span>
      )}
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
