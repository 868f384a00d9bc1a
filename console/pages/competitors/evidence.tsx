// What speaks for a found name: how often, where first and last, and the answers that name it.
import { Button, Drawer, Skeleton } from '@mantine/core';
import { useFilters } from '../../filters.ts';
import { count, fullDay } from '../../format.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { words } from '../../words/competitors.ts';
import { useActions } from './actions-context.ts';
import classes from './evidence.module.css';
import { EvidenceItem } from './evidence-item.tsx';
import { type Evidence, useEvidence } from './evidence-query.ts';
import { percent } from './found-columns.tsx';
import { isFound, type Listed, type Rivals } from './rivals.ts';

const say = words.evidence;

/** The drawer about the name in the address. */
export function EvidenceDrawer({ rivals }: { rivals: Rivals }) {
  const { shown, show } = useActions();
  const listed = rivals.listed?.find((one) => one.name === shown && isFound(one));
  return (
    <Drawer
      opened={shown !== ''}
      onClose={() => show('')}
      position="right"
      size={560}
      title={<span className={classes.title}>{shown}</span>}
    >
      {shown !== '' && rivals.listed === undefined && <Skeleton h={320} />}
      {shown !== '' && rivals.listed && !listed && <Empty title={say.gone} text={say.goneText} />}
      {listed && <Content key={listed.id} listed={listed} rivals={rivals} />}
    </Drawer>
  );
}

function Content({ listed, rivals }: { listed: Listed; rivals: Rivals }) {
  const evidence = useEvidence(listed);
  return (
    <div className={classes.evidence}>
      <Facts listed={listed} rivals={rivals} />
      <Judgements name={listed.name} />
      <Problem problem={evidence.problem} retry={evidence.retry} hasOld={evidence.newest !== undefined} />
      <Answers evidence={evidence} />
      <div className={classes.end}>
        <ApiButton name="explain" input={evidence.asked} />
      </div>
    </div>
  );
}

function Facts({ listed, rivals: { found } }: { listed: Listed; rivals: Rivals }) {
  const { answers, first_seen: first, last_seen: last, domain } = listed;
  const visibility = found?.find(({ name }) => name === listed.name)?.visibility;
  const rows = [
    [words.found.visibility, visibility === undefined ? '–' : `${percent(visibility)}% ${say.inDays}`],
    [words.found.answers, `${count(answers)} ${say.everHint}`],
    [say.first, first ? fullDay(first) : '–'],
    [say.last, last ? fullDay(last) : '–'],
    [say.domain, domain || say.noDomain],
  ];
  return (
    <dl className={classes.facts}>
      {rows.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Each ends the drawer: the name is then no found one any more, or a dialog takes its place. */
function Judgements({ name }: { name: string }) {
  const { mayChange, track, edit, askMerge, dismiss, show, progress } = useActions();
  if (!mayChange) return null;
  const isBusy = progress !== null;
  const end = (change: Promise<void>) => void change.then(() => show(''));
  const ask = (question: (name: string) => void) => () => {
    show('');
    question(name);
  };
  return (
    <div className={classes.buttons}>
      <Button size="xs" disabled={isBusy} onClick={() => end(track([name]))}>
        {words.found.track}
      </Button>
      <Button size="xs" variant="default" disabled={isBusy} onClick={ask(edit)}>
        {words.found.trackWith}
      </Button>
      <Button size="xs" variant="default" disabled={isBusy} onClick={ask(askMerge)}>
        {words.found.merge}
      </Button>
      <Button size="xs" variant="default" disabled={isBusy} onClick={() => end(dismiss([name]))}>
        {words.found.dismissChosen}
      </Button>
    </div>
  );
}

function Answers({ evidence }: { evidence: Evidence }) {
  const { set } = useFilters();
  const { newest, first, pages } = evidence;
  if (newest === undefined) return pages.problem ? null : <Skeleton h={320} />;
  return (
    <>
      {first && (
        <section>
          <h3>{say.firstTitle}</h3>
          <ol className={classes.list}>
            <EvidenceItem item={first} />
          </ol>
        </section>
      )}
      <section>
        <h3>{say.newest}</h3>
        {newest.length === 0 && (
          <Empty
            title={say.none}
            action={
              <Button size="xs" variant="default" onClick={() => set({ range: 'all', agents: [], tags: [] })}>
                {say.all}
              </Button>
            }
          />
        )}
        <ol className={classes.list}>
          {newest.map((item) => (
            <EvidenceItem key={item.id} item={item} />
          ))}
        </ol>
        {pages.hasMore && (
          <Button variant="default" size="xs" loading={pages.isLoadingMore} onClick={pages.loadMore}>
            {say.more}
          </Button>
        )}
      </section>
    </>
  );
}
