import { Button, Tooltip } from '@mantine/core';
import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { type Out, useOperation } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { toCsv } from '../../csv.ts';
import { download } from '../../download.ts';
import { today, useFilters } from '../../filters.ts';
import { dateTime, fullDay } from '../../format.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { words } from '../../words/sources.ts';
import { webAddress } from '../answer/tame.ts';
import classes from './drawer.module.css';

const say = words.drawer;
const FIRST = 20;

type Found = Out<'sourcePages'>;
type Page = Found['pages'][number];

/** The pages of a domain, most cited first, each with the newest answers that cite it. */
export function Pages({ found }: { found: Found }) {
  const { pages, answers } = found;
  const [isWhole, setWhole] = useState(false);
  const prompts = usePrompts();
  const shown = isWhole ? pages : pages.slice(0, FIRST);
  if (pages.length === 0) return <p className={classes.dim}>{say.noPages}</p>;
  return (
    <section>
      <div className={classes.pagesHead}>
        <h3>{say.pages(found.found)}</h3>
        <PagesCsv found={found} />
      </div>
      {answers.read < answers.citing && (
        <p className={classes.dim}>{say.read(answers.read, answers.citing)}</p>
      )}
      <ol className={classes.pages}>
        {shown.map((page) => (
          <PageItem key={page.url} page={page} prompts={prompts} />
        ))}
      </ol>
      {shown.length < pages.length && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          {say.more(pages.length - shown.length)}
        </Button>
      )}
    </section>
  );
}

const shortUrl = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');

function PageItem({ page, prompts }: { page: Page; prompts: ReadonlyMap<number, string> }) {
  const { url, title, answers, last_seen: last, newest } = page;
  const href = webAddress(url);
  const name = <bdi>{title || shortUrl(url)}</bdi>;
  return (
    <li>
      {href === undefined ? (
        <span className={classes.page}>{name}</span>
      ) : (
        <a className={classes.page} href={href} target="_blank" rel="noopener noreferrer nofollow">
          {name}
        </a>
      )}
      {title && (
        <span className={classes.url} title={url}>
          <bdi>{shortUrl(url)}</bdi>
        </span>
      )}
      <details className={classes.newest}>
        <summary>
          <IconChevronRight size={13} stroke={2} aria-hidden />
          {say.cited(answers, fullDay(last))}
        </summary>
        <p className={classes.dim}>{say.newest(newest.length, answers)}</p>
        <Newest newest={newest} prompts={prompts} />
      </details>
    </li>
  );
}

type NewestGiven = { newest: Page['newest']; prompts: ReadonlyMap<number, string> };

function Newest({ newest, prompts }: NewestGiven) {
  const { id: brandId } = useBrand();
  const { href } = useFilters();
  return (
    <ul>
      {newest.map(({ id, prompt_id, ai_agent, answered_at }) => (
        <li key={id}>
          <Link href={href(`/brands/${brandId}/answers/${id}`)} className={classes.answer}>
            <span className={classes.head}>
              <AgentName agent={ai_agent} />
              <span className={classes.dim}>{dateTime(answered_at)}</span>
            </span>
            <span className={classes.prompt}>{prompts.get(prompt_id)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Texts of the brand's prompts by their ids. */
function usePrompts(): ReadonlyMap<number, string> {
  const brand = useBrand();
  const { data } = useOperation('prompts', { brand_id: brand.id });
  return useMemo(() => new Map((data?.prompts ?? []).map(({ id, prompt }) => [id, prompt])), [data]);
}

function PagesCsv({ found: { domain, pages } }: { found: Found }) {
  const save = () => {
    const head = [say.page, say.address, say.answers, say.last];
    const rows = pages.map(({ title, url, answers, last_seen }) => [title, url, answers, last_seen]);
    download(`pages-${domain}-${today()}.csv`, toCsv([head, ...rows]));
  };
  return (
    <Tooltip label={say.csvHint}>
      <Button variant="subtle" color="gray" size="xs" leftSection={<IconDownload size={14} />} onClick={save}>
        {say.csv}
      </Button>
    </Tooltip>
  );
}
