import type { ReactNode } from 'react';
import { count, decimal } from '../../format.ts';
import { words as answerWords } from '../../words/answer.ts';
import { words } from '../../words/sources.ts';
import { KINDS, type Kind, kindColor, mixOf, type Source } from './kinds.ts';
import classes from './sources.module.css';

const say = words.kinds;

type Given = {
  sources: readonly Source[];
  kind: Kind | undefined;
  onChange: (kind: Kind | undefined) => void;
};

/** A picture of the mix of kinds, and the kinds as a filter. */
export function Mix({ sources, kind, onChange }: Given) {
  const parts = mixOf(sources);
  return (
    <div className={classes.mix}>
      <div className={classes.bar} aria-hidden>
        {parts.map((part) => (
          <span
            key={part.kind}
            className={classes.segment}
            data-dim={kind !== undefined && kind !== part.kind}
            title={`${answerWords.types[part.kind]}: ${say.chip(part.domains, part.cited)}`}
            style={{ flexGrow: part.cited, background: kindColor(part.kind) }}
          />
        ))}
      </div>
      <fieldset className={classes.chips} aria-label={say.filter}>
        <Chip isOn={kind === undefined} onClick={() => onChange(undefined)} number={sources.length}>
          {say.all}
        </Chip>
        {parts.map((part) => (
          <Chip
            key={part.kind}
            isOn={kind === part.kind}
            onClick={() => onChange(kind === part.kind ? undefined : part.kind)}
            number={part.domains}
            title={`${words.hints[part.kind]}: ${say.chip(part.domains, part.cited)}`}
          >
            <KindName kind={part.kind} />
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}

type ChipGiven = { isOn: boolean; onClick: () => void; number: number; title?: string; children: ReactNode };

function Chip({ isOn, onClick, number, title, children }: ChipGiven) {
  return (
    <button type="button" className={classes.chip} aria-pressed={isOn} onClick={onClick} title={title}>
      {children}
      <span className={classes.dim}>{count(number)}</span>
    </button>
  );
}

/** A kind's picture in its colour, and its name. */
export function KindName({ kind }: { kind: Kind }) {
  const { icon: Icon } = KINDS[kind];
  return (
    <span className={classes.kind} title={words.hints[kind]}>
      <span style={{ color: kindColor(kind) }} className={classes.icon} aria-hidden>
        <Icon size={15} stroke={1.9} />
      </span>
      {answerWords.types[kind]}
    </span>
  );
}

/** The one sentence about the brand's own pages. */
export function ownSentence(domain: string, sources: readonly Source[], citing: number): string {
  if (domain === '') return say.noDomain(citing);
  const own = sources.find(({ type }) => type === 'owned');
  return own ? say.own(own.domain, `${decimal(own.share, 1)}%`, citing) : say.none(citing);
}
