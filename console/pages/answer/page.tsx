import { Button, Skeleton, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowLeft, IconArrowUp, IconInfoCircle, IconMessages } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { useOperation } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { useFilters } from '../../filters.ts';
import { ago, dateTime } from '../../format.ts';
import { useKeyHelp, useKeys } from '../../keyboard.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { ApiButton } from '../../parts/api-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Problem } from '../../parts/problem.tsx';
import { PageTitle } from '../../parts/section.tsx';
import { words } from '../../words/answer.ts';
import { type AnswerQuery, noteSeen, useAnswerQuery } from '../answers/query.ts';
import classes from './answer.module.css';
import { Details } from './details.tsx';
import type { Answer as TheAnswer } from './mention.ts';
import { Mentions } from './mentions.tsx';
import { useNeighbours } from './neighbours.ts';
import { Reading } from './reading.tsx';
import { Sources } from './sources.tsx';

/** One answer: its text with what counted in it, and everything that is known about it. */
export default function Answer() {
  const brand = useBrand();
  const { answer: given } = useParams();
  const answerId = Number(given);
  const isId = Number.isSafeInteger(answerId) && answerId > 0;
  const loaded = useOperation('answer', { answer_id: answerId }, { enabled: isId });
  const answer = loaded.data?.answer;
  const query = useAnswerQuery(brand.id);
  const list = `/brands/${brand.id}/answers`;
  const isGone = !isId || loaded.problem?.status === 404 || (answer && answer.brand_id !== brand.id);
  if (isGone) return <Gone list={list + query.search} />;
  return (
    <>
      <Pager answer={answer} query={query} list={list} />
      <Heading answer={answer} answerId={answerId} brandName={brand.name} />
      <Problem problem={loaded.problem} retry={loaded.retry} hasOld={answer !== undefined} />
      {answer ? <Body key={answer.id} answer={answer} /> : !loaded.problem && <Waiting />}
    </>
  );
}

type PagerGiven = { answer: TheAnswer | undefined; query: AnswerQuery; list: string };

const KEYS = [
  { text: words.keys.next, keys: ['J', 'K', '→', '←'] },
  { text: words.keys.prompt, keys: ['O'] },
  { text: words.keys.back, keys: ['U'] },
];

/** The way back to the list, and to the answers beside this one. */
function Pager({ answer, query, list }: PagerGiven) {
  const [, go] = useLocation();
  const { href } = useFilters();
  const { newer, older, open } = useSteps(answer, query, list);
  useEffect(() => {
    if (answer) noteSeen(query.input, answer.id);
  }, [answer, query.input]);
  const back = list + query.search;
  useKeyHelp(KEYS);
  useKeys({
    j: () => open('older'),
    ArrowRight: () => open('older'),
    k: () => open('newer'),
    ArrowLeft: () => open('newer'),
    u: () => go(back),
    o: () => answer && go(href(`/brands/${answer.brand_id}/prompts/${answer.prompt_id}`)),
  });
  return (
    <nav className={classes.pager} aria-label={words.title}>
      <Link href={back} className={classes.back}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden />
        {words.back}
      </Link>
      <span className={classes.steps}>
        <Step
          label={words.newer}
          of="K"
          icon={IconArrowUp}
          isOn={newer !== undefined}
          onClick={() => open('newer')}
        />
        <Step
          label={words.older}
          of="J"
          icon={IconArrowDown}
          isOn={older !== undefined}
          onClick={() => open('older')}
        />
      </span>
    </nav>
  );
}

type Way = 'newer' | 'older';

/** Goes to the answer beside this one; a key that comes before it is known waits for it. */
function useSteps(answer: TheAnswer | undefined, query: AnswerQuery, list: string) {
  const [, go] = useLocation();
  const { isKnown, ...beside } = useNeighbours(answer, query.input);
  const wish = useRef<Way | null>(null);
  const open = (way: Way) => {
    const id = beside[way];
    wish.current = isKnown ? null : way;
    // Reading on is no step in the history: going back leads to the list at once.
    if (id !== undefined) go(`${list}/${id}${query.search}`, { replace: true });
  };
  useEffect(() => {
    if (isKnown && wish.current) open(wish.current);
  });
  return { ...beside, open };
}

type StepGiven = {
  label: string;
  of: string;
  icon: typeof IconArrowUp;
  isOn: boolean;
  onClick: () => void;
};

function Step({ label, of, icon: Icon, isOn, onClick }: StepGiven) {
  return (
    <Tooltip label={`${label} (${of})`}>
      <Button
        variant="default"
        size="xs"
        aria-label={label}
        aria-keyshortcuts={of}
        data-disabled={!isOn || undefined}
        aria-disabled={!isOn}
        onClick={onClick}
        rightSection={<kbd className={classes.key}>{of}</kbd>}
      >
        <Icon size={15} stroke={1.8} aria-hidden />
      </Button>
    </Tooltip>
  );
}

type HeadingGiven = { answer: TheAnswer | undefined; answerId: number; brandName: string };

function Heading({ answer, answerId, brandName }: HeadingGiven) {
  const { href } = useFilters();
  if (!answer) {
    return (
      <>
        <h1 className="hidden-text">{words.title}</h1>
        <Skeleton h={58} w="60%" mb={24} />
      </>
    );
  }
  const isNamed = answer.mentions.some(({ entity, kind }) => entity === 'brand' && kind !== 'denied');
  return (
    <PageTitle
      title={answer.prompt}
      text={
        <span className={classes.about}>
          <AgentName agent={answer.ai_agent} />
          {answer.model !== '' && <span>{answer.model}</span>}
          <time dateTime={answer.answered_at} title={ago(answer.answered_at)}>
            {dateTime(answer.answered_at)}
          </time>
          {!isNamed && <Pill tone="warn">{words.notMentioned(brandName)}</Pill>}
        </span>
      }
      actions={
        <>
          <ApiButton name="answer" input={{ answer_id: answerId }} />
          <Button
            component={Link}
            href={href(`/brands/${answer.brand_id}/prompts/${answer.prompt_id}`)}
            variant="default"
            size="xs"
            h={30}
          >
            {words.prompt}
          </Button>
        </>
      }
    />
  );
}

function Body({ answer }: { answer: TheAnswer }) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const jump = (at: number) => {
    const mark = box.current?.querySelector<HTMLElement>(`mark[data-mention="${at}"]`);
    mark?.scrollIntoView({ block: 'center' });
    mark?.focus({ preventScroll: true });
  };
  const isWaiting = answer.mentions.length > 0 && answer.mentions.every(({ spans }) => spans.length === 0);
  return (
    <div className={classes.columns}>
      <div className={classes.reading}>
        {isWaiting && (
          <p className={classes.waiting} role="status">
            <IconInfoCircle size={16} stroke={1.8} aria-hidden />
            {words.waiting}
          </p>
        )}
        <Reading answer={answer} active={active} box={box} />
      </div>
      <div className={classes.aside}>
        <Mentions answer={answer} onJump={jump} onLook={setActive} />
        <Sources answer={answer} />
        <Details answer={answer} />
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes.columns} aria-busy>
      <Skeleton h={560} />
      <Skeleton h={420} />
    </div>
  );
}

function Gone({ list }: { list: string }) {
  return (
    <Empty
      page
      icon={IconMessages}
      title={words.gone}
      text={words.goneText}
      action={
        <Button component={Link} href={list}>
          {words.goneNext}
        </Button>
      }
    />
  );
}
