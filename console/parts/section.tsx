import { type ReactNode, useId } from 'react';
import { words } from '../words.ts';
import classes from './section.module.css';

type TitleGiven = {
  title: string;
  /** Stands beside the title: a badge, a count. */
  beside?: ReactNode;
  /** One sentence below the title. */
  text?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
};

/** The page's one heading, which also names the browser's tab. */
export function PageTitle({ title, beside, text, actions }: TitleGiven) {
  return (
    <header className={classes.pageTitle}>
      <title>{`${title} · ${words.product}`}</title>
      <div className={classes.pageText}>
        <h1>
          {title}
          {beside && <span className={classes.beside}>{beside}</span>}
        </h1>
        {text && <p>{text}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

type SectionGiven = {
  title?: string;
  text?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** For tables and lists, which bring their own padding. */
  flush?: boolean;
};

/** A card of a page: a title, buttons, content. */
export function Section({ title, text, actions, children, flush = false }: SectionGiven) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header className={classes.sectionHead}>
          <div>
            {title && <h2 id={id}>{title}</h2>}
            {text && <p>{text}</p>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}
