import { Empty } from '../../parts/empty.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/answer.ts';
import classes from './aside.module.css';
import marks from './marks.module.css';
import { type Answer, type Mention, mentionId } from './mention.ts';
import { Facts, PositionReason, SentimentReasons } from './mention-facts.tsx';

type Given = {
  answer: Answer;
  onJump: (at: number) => void;
  onLook: (at: number | null) => void;
};

/** The names of the answer, the brand first; a name leads to its first place in the text. */
export function Mentions({ answer: { mentions }, onJump, onLook }: Given) {
  const order = [...mentions.entries()].sort(([, a], [, b]) => rank(a) - rank(b));
  return (
    <Section title={words.mentions.title} flush>
      {mentions.length === 0 && <Empty title={words.mentions.none} />}
      <ul className={classes.list}>
        {order.map(([at, mention]) => (
          <li
            key={at}
            className={classes.mention}
            onPointerEnter={() => onLook(at)}
            onPointerLeave={() => onLook(null)}
          >
            <Entry mention={mention} at={at} onJump={onJump} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const rank = ({ entity, position }: Mention) => (entity === 'brand' ? 0 : (position ?? 1000));

function Entry({ mention, at, onJump }: { mention: Mention; at: number; onJump: Given['onJump'] }) {
  const { name, entity, kind, spans } = mention;
  const hasWhy = mention.position_reason !== null || mention.sentiment_reasons.length > 0;
  return (
    <>
      <div className={classes.mentionHead}>
        {spans.length > 0 ? (
          <button
            type="button"
            className={classes.jump}
            onClick={() => onJump(at)}
            title={words.mentions.jump(name)}
          >
            <bdi className={marks.mark} data-entity={entity}>
              {name}
            </bdi>
          </button>
        ) : (
          <bdi className={classes.name}>{name}</bdi>
        )}
        {spans.length > 1 && <span className={classes.dim}>{words.mentions.places(spans.length)}</span>}
        <Pill tone={entity === 'brand' ? 'accent' : 'plain'}>{words.entities[entity]}</Pill>
      </div>
      <div id={mentionId(at)}>
        <Facts mention={mention} />
      </div>
      {kind === 'denied' && <p className={classes.dim}>{words.mentions.denied}</p>}
      {hasWhy && (
        <details className={classes.why} open={entity === 'brand'}>
          <summary>
            {words.mentions.why}
            <span className="hidden-text"> {name}</span>
          </summary>
          <div className={classes.reasons}>
            <PositionReason mention={mention} />
            <SentimentReasons mention={mention} />
          </div>
        </details>
      )}
    </>
  );
}
