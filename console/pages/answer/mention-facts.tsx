// What an answer says of one name, and the words that decided it.
import { decimal, signed } from '../../format.ts';
import { Pill } from '../../parts/pill.tsx';
import { words } from '../../words/answer.ts';
import { words as shared } from '../../words.ts';
import classes from './marks.module.css';
import type { Mention } from './mention.ts';

const say = words.mentions;
const SOME = 4;

/** A mention in short: for the card of a mark. */
export function MentionCard({ mention }: { mention: Mention }) {
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <strong>
          <bdi>{mention.name}</bdi>
        </strong>
        <Pill tone={mention.entity === 'brand' ? 'accent' : 'plain'}>{words.entities[mention.entity]}</Pill>
      </div>
      <Facts mention={mention} />
      <PositionReason mention={mention} />
      <SentimentReasons mention={mention} most={SOME} />
    </div>
  );
}

/** Kind, position and sentiment in a line. */
export function Facts({ mention: { kind, position, sentiment } }: { mention: Mention }) {
  return (
    <span className={classes.facts}>
      {shared.kinds[kind]} ·{' '}
      {position === null ? (
        say.noPosition
      ) : (
        <>
          {say.position} <b>{position}</b>
        </>
      )}{' '}
      ·{' '}
      {sentiment === null ? (
        say.noSentiment
      ) : (
        <>
          {say.sentiment} <b>{sentiment}</b>
        </>
      )}
    </span>
  );
}

/** Why it stands where it stands. */
export function PositionReason({ mention: { position, position_reason: why } }: { mention: Mention }) {
  if (why === null || position === null) return null;
  return (
    <span className={classes.quote}>
      {say.position} {position} {words.positionBy[why.by] ?? why.by}
      {why.text !== '' && (
        <>
          : <bdi>“{why.text}”</bdi>
        </>
      )}
    </span>
  );
}

/** The words for and against it, strongest first. */
export function SentimentReasons({ mention, most }: { mention: Mention; most?: number }) {
  const { sentiment_reasons: reasons, sentiment } = mention;
  if (sentiment === null) return null;
  if (reasons.length === 0) return <span className={classes.facts}>{words.noReasons}</span>;
  const strongest = reasons.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, most);
  return (
    <ul className={classes.reasons}>
      {strongest.map(({ by, weight, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may count twice; the list never changes
        <li key={at}>
          <span className={classes.weight} data-good={weight > 0 ? 'yes' : weight < 0 ? 'no' : undefined}>
            {weight === 0 ? decimal(0, 1) : signed(weight, 1)}
            <span className="hidden-text"> {weight < 0 ? words.unfavourable : words.favourable}</span>
          </span>
          <span>
            <bdi>“{text}”</bdi> <span className={classes.facts}>{words.sentimentBy[by] ?? by}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
