import { dateTime } from '../../format.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/answer.ts';
import classes from './aside.module.css';
import type { Answer } from './mention.ts';

const say = words.details;
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** Where the answer comes from, down to what the vendor sent. */
export function Details({ answer }: { answer: Answer }) {
  const { id, ai_agent, model, answered_at, language, raw } = answer;
  return (
    <Section title={say.title}>
      <dl className={classes.details}>
        <dt>{say.agent}</dt>
        <dd>
          <AgentName agent={ai_agent} />
        </dd>
        {model !== '' && (
          <>
            <dt>{say.model}</dt>
            <dd>{model}</dd>
          </>
        )}
        <dt>{say.answered}</dt>
        <dd>{dateTime(answered_at)}</dd>
        {language !== null && (
          <>
            <dt>{say.language}</dt>
            <dd>{languages.of(language)}</dd>
          </>
        )}
        <dt>{say.number}</dt>
        <dd>{id}</dd>
        {raw === null && (
          <>
            <dt>{say.raw}</dt>
            <dd>{say.noRaw}</dd>
          </>
        )}
      </dl>
      {raw !== null && <Raw raw={raw} />}
    </Section>
  );
}

const MOST_SHOWN = 100_000;

function Raw({ raw }: { raw: string }) {
  return (
    <details className={classes.raw}>
      <summary>{say.raw}</summary>
      <div className={classes.rawHead}>
        <span className={classes.dim}>{raw.length > MOST_SHOWN && say.rawPart(raw.length)}</span>
        <CopyButton text={raw} label={say.copyRaw} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key */}
      <pre tabIndex={0}>{indented(raw).slice(0, MOST_SHOWN)}</pre>
    </details>
  );
}

/** JSON on lines of its own; anything else as it came. */
function indented(raw: string): string {
  if (raw.length > MOST_SHOWN) return raw;
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}
