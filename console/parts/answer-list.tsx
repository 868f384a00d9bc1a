// A list of answers, newest first, without an end: it goes on loading, and keeps its place.
import { Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { LoadedPages, Out } from '../api.ts';
import { ago, dateTime } from '../format.ts';
import { useKeys } from '../keyboard.ts';
import { words } from '../words/answers.ts';
import { AgentName } from './agent-name.tsx';
import classes from './answer-list.module.css';
import { Pill } from './pill.tsx';
import { plain } from './plain.ts';
import { RowsSkeleton } from './skeletons.tsx';

type Answer = Out<'answers'>['answers'][number];
type Given = {
  pages: LoadedPages<Out<'answers'>>;
  href: (answer: Answer) => string;
  /** False on a prompt's own page. */
  withPrompt?: boolean;
  /** The answer to go on at: it gets the focus. */
  startAt?: number | undefined;
  empty: React.ReactNode;
};

const HEIGHT = 72;
const PHONE_HEIGHT = 120;
/** So many rows before the end of what is loaded, more is asked for. */
const AHEAD = 15;

/** The list. Arrows, `j` and `k` move, Enter opens. */
export function AnswerList({ pages, href, withPrompt = true, startAt, empty }: Given) {
  const answers = pages.data?.flatMap((page) => page.answers);
  if (answers === undefined) return pages.problem ? null : <RowsSkeleton height={HEIGHT} rows={6} />;
  if (answers.length === 0) return empty;
  return <Rows {...{ answers, pages, href, withPrompt, startAt }} />;
}

type RowsGiven = Omit<Given, 'empty'> & { answers: readonly Answer[]; withPrompt: boolean };

function Rows({ answers, pages, href, withPrompt, startAt }: RowsGiven) {
  const list = useRef<HTMLOListElement>(null);
  const virtual = useList(list, answers.length);
  const move = useMoving({ list, answers, pages, reveal: (index) => virtual.scrollToIndex(index) });
  useStart(startAt, answers, (index) => {
    virtual.scrollToIndex(index, { align: 'center' });
    move.focus(index);
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasMore, isLoadingMore, loadMore } = pages;
  const isNearEnd = last >= answers.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) loadMore();
  }, [isNearEnd, hasMore, isLoadingMore, loadMore]);
  return (
    <>
      <Head />
      <ol
        ref={list}
        className={classes.list}
        style={{ height: virtual.getTotalSize() }}
        aria-label={words.list}
        onKeyDown={move.onKeyDown}
      >
        {items.map(({ index, start }) => {
          const answer = answers[index] as Answer;
          return (
            <li
              key={answer.id}
              className={classes.item}
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : answers.length}
            >
              <Link
                href={href(answer)}
                className={classes.row}
                data-answer={index}
                tabIndex={index === Math.min(move.active, answers.length - 1) ? 0 : -1}
                onFocus={() => move.setActive(index)}
              >
                <Row answer={answer} withPrompt={withPrompt} />
              </Link>
            </li>
          );
        })}
      </ol>
      <div className={classes.foot} role="status">
        {isLoadingMore ? (
          <>
            <Loader size={14} /> {words.loading}
          </>
        ) : (
          !hasMore && words.end(answers.length)
        )}
      </div>
    </>
  );
}

function useList(list: RefObject<HTMLOListElement | null>, count: number) {
  const isPhone = useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false });
  const height = isPhone ? PHONE_HEIGHT : HEIGHT;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const rect = list.current?.getBoundingClientRect();
    if (rect) setTop(rect.top + window.scrollY);
  }, [list]);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: top,
    // The top bar and the head of the list stand before the rows.
    scrollPaddingStart: 100,
    scrollPaddingEnd: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height now
  useLayoutEffect(() => virtual.measure(), [height]);
  return virtual;
}

type Moving = {
  list: RefObject<HTMLOListElement | null>;
  answers: readonly Answer[];
  pages: Given['pages'];
  reveal: (index: number) => void;
};

/** One row is in the tab order; keys move to others, and past the end to those that are still to come. */
function useMoving({ list, answers, pages, reveal }: Moving) {
  const [active, setActive] = useState(0);
  const isWaiting = useRef(false);
  const count = answers.length;
  const focus = (index: number) => {
    setActive(index);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-answer="${index}"]`)?.focus({ preventScroll: true }),
    );
  };
  const go = (wanted: number) => {
    isWaiting.current = wanted >= count && pages.hasMore;
    if (isWaiting.current && !pages.isLoadingMore) pages.loadMore();
    const next = Math.max(0, Math.min(count - 1, wanted));
    reveal(next);
    focus(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was waited for has come
  useEffect(() => {
    if (isWaiting.current) go(active + 1);
  }, [count]);
  const isIn = () => list.current?.contains(document.activeElement) === true;
  const step = (by: number) => go(isIn() ? active + by : active);
  useKeys({ j: () => step(1), k: () => step(-1) });
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + 8,
    PageUp: active - 8,
    Home: 0,
    End: count - 1,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = steps[event.key];
    if (wanted === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    go(wanted);
  };
  return { active, setActive, focus, onKeyDown };
}

/** Goes on where somebody was: once, when the rows are there. */
function useStart(id: number | undefined, answers: readonly Answer[], start: (index: number) => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || id === undefined) return;
    isDone.current = true;
    const index = answers.findIndex((answer) => answer.id === id);
    // The frame puts every new page to its top first.
    if (index >= 0) requestAnimationFrame(() => start(index));
  });
}

function Head() {
  const { columns } = words;
  return (
    <div className={classes.head} aria-hidden>
      {Object.entries(columns).map(([key, title]) => (
        <span key={key}>{title}</span>
      ))}
    </div>
  );
}

function Row({ answer, withPrompt }: { answer: Answer; withPrompt: boolean }) {
  const { ai_agent, prompt, excerpt, answered_at } = answer;
  return (
    <>
      <span className={classes.agent}>
        <AgentName agent={ai_agent} short />
      </span>
      <span className={classes.text}>
        {withPrompt && <bdi className={classes.prompt}>{prompt}</bdi>}
        <bdi className={classes.excerpt} data-lines={withPrompt ? 1 : 2}>
          {plain(excerpt)}
        </bdi>
      </span>
      <Numbers answer={answer} />
      <time className={classes.when} dateTime={answered_at} title={dateTime(answered_at)}>
        {ago(answered_at)}
      </time>
    </>
  );
}

function Numbers({ answer: { mentioned, position, sentiment } }: { answer: Answer }) {
  if (!mentioned) {
    return (
      <span className={classes.absent}>
        <Pill>{words.notNamed}</Pill>
      </span>
    );
  }
  return (
    <>
      <span className={classes.number}>
        <span className={classes.label}>{words.columns.position} </span>
        {position ?? '–'}
      </span>
      <span className={classes.number}>
        <span className={classes.label}>{words.columns.sentiment} </span>
        {sentiment ?? '–'}
      </span>
    </>
  );
}
