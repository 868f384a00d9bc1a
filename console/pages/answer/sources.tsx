import { Tooltip } from '@mantine/core';
import { DomainName } from '../../parts/domain-name.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/answer.ts';
import classes from './aside.module.css';
import type { Answer } from './mention.ts';
import { webAddress } from './tame.ts';

type Citation = Answer['citations'][number];

/** What the answer cites, what the agent looked at besides, and what it searched for. */
export function Sources({ answer: { citations, consulted, searches } }: { answer: Answer }) {
  return (
    <Section title={`${words.sources.title} (${citations.length})`} flush>
      {citations.length === 0 && <p className={`${classes.part} ${classes.dim}`}>{words.sources.none}</p>}
      <ol className={classes.list}>
        {citations.map((citation) => (
          <li key={citation.url} className={classes.link}>
            <PageLink {...citation} />
            <span className={classes.linkFoot}>
              <DomainName domain={citation.domain} />
              <Kind {...citation} />
            </span>
          </li>
        ))}
      </ol>
      {consulted.length > 0 && (
        <div className={classes.part}>
          <h3 title={words.sources.consultedHint}>
            {words.sources.consulted} ({consulted.length})
          </h3>
          <ul className={classes.searches}>
            {consulted.map((page) => (
              <li key={page.url}>
                <PageLink {...page} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {searches.length > 0 && (
        <div className={classes.part}>
          <h3>{words.sources.searches}</h3>
          <ul className={classes.searches}>
            {[...new Set(searches)].map((search) => (
              <li key={search}>
                <bdi>“{search}”</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

const shortUrl = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');

/** A page's title as a link, when its address is one of the web. */
function PageLink({ url, title }: { url: string; title: string }) {
  const href = webAddress(url);
  const name = <bdi>{title || shortUrl(url)}</bdi>;
  if (href === undefined) {
    return (
      <span className={classes.title} title={url}>
        {name}
      </span>
    );
  }
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {name}
    </a>
  );
}

const TONES = { owned: 'accent', competitor: 'warn' } as const;

function Kind({ type, origin }: Citation) {
  const tone = type === 'owned' || type === 'competitor' ? TONES[type] : 'plain';
  return (
    <span className={classes.linkFoot}>
      {origin === 'text' && (
        <Tooltip label={words.sources.inTextHint}>
          <span>{words.sources.inText}</span>
        </Tooltip>
      )}
      <Pill tone={tone}>{words.types[type]}</Pill>
    </span>
  );
}
