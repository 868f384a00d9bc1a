import type { FormEvent, ReactNode } from 'react';
import { Logo } from '../frame/logo.tsx';
import { words } from '../words.ts';
import classes from './bare.module.css';

type Given = { title: string; text?: ReactNode; children: ReactNode; below?: ReactNode };

/** A page without the frame: one card in the middle, for those who are not signed in yet. */
export function Bare({ title, text, children, below }: Given) {
  return (
    <main className={classes.page}>
      <title>{`${title} · ${words.product}`}</title>
      <div className={classes.logo}>
        <Logo size={30} />
      </div>
      <div className={classes.card}>
        <h1>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
        {children}
      </div>
      {below && <div className={classes.below}>{below}</div>}
    </main>
  );
}

type FormGiven = { onSubmit: () => void; children: ReactNode };

/** A form whose fields stand below each other. */
export function BareForm({ onSubmit, children }: FormGiven) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {children}
    </form>
  );
}

/** What the service refused, above the button. */
export function BareProblem({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className={message ? classes.problem : undefined}>
      {message}
    </div>
  );
}
