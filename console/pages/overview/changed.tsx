import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { useFilters } from '../../filters.ts';
import { decimal, days as printDays, signed } from '../../format.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { Change, type Compared } from '../../parts/change.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Section } from '../../parts/section.tsx';
import { SharedContext } from '../../session.tsx';
import { words } from '../../words/overview.ts';
import classes from './overview.module.css';
import type { Standing } from './standing.ts';

const say = words.changed;
const PROMPTS = 4;
const COMPETITORS = 3;
/** Where nothing changed, so many of the largest moves are shown as noise. */
const NOISE = 3;

/** What changed, and where that came from; what may be chance is not called a change. */
export function Changed({ standing }: { standing: Standing }) {
  const { asked, before, hasBefore } = standing;
  return (
    <Section
      title={say.title}
      text={before && say.against(printDays(before))}
      actions={hasBefore && <ApiButton name="movers" input={{ ...asked.compare, limit: 20 }} />}
    >
      <div className={classes.changed}>{hasBefore ? <Groups standing={standing} /> : <Off />}</div>
    </Section>
  );
}

/** Nobody asked for a comparison, or there is no period to compare with. */
function Off() {
  const { filters, set } = useFilters();
  const isAll = filters.range === 'all';
  return (
    <Empty
      title={say.off}
      text={isAll ? say.allNext : say.offNext}
      action={
        <Button
          size="xs"
          variant="default"
          onClick={() => set(isAll ? { range: '30d', compare: true } : { compare: true })}
        >
          {isAll ? say.last : say.compare}
        </Button>
      }
    />
  );
}

function Groups({ standing }: { standing: Standing }) {
  const { compared, movers } = standing;
  if (movers === undefined || compared === undefined) return <Skeleton h={330} />;
  const { now, before } = compared.answers;
  if (now === 0 || before === 0)
    return <Empty title={say.none} text={now === 0 ? say.noneNow : say.noneBefore} />;
  if (compared.visibility.verdict === 'too little data') return <p className={classes.dim}>{say.few}</p>;
  return (
    <>
      <Why compared={compared} />
      <Prompts standing={standing} movers={movers} />
      <Competitors movers={movers} />
    </>
  );
}

type Movers = NonNullable<Standing['movers']>;

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

const ORDER = ['answers', 'agents', 'prompts'] as const;

/** Percentage points that add up to the change. Of noise there is nothing to explain. */
function Why({ compared: { split, visibility } }: { compared: NonNullable<Standing['compared']> }) {
  if (split === null || visibility.verdict !== 'changed') return null;
  return (
    <Group title={say.why}>
      <dl className={classes.rows}>
        {ORDER.map((part) => (
          <div key={part} className={classes.mover}>
            <dt>{say.parts[part]}</dt>
            <dd>{signed(split[part], 1)}</dd>
          </div>
        ))}
      </dl>
    </Group>
  );
}

function Prompts({ standing, movers }: { standing: Standing; movers: Movers }) {
  const { href } = useFilters();
  const isShared = useContext(SharedContext);
  const { prompts, prompts_judged: judged } = movers;
  const told = prompts.filter(({ visibility }) => visibility.verdict !== 'too little data');
  const more = judged.changed - PROMPTS;
  return (
    <Group title={say.prompts}>
      {judged.changed === 0 && (
        <p className={classes.dim}>{judged.noise > 0 ? say.noPrompts : say.fewPrompts}</p>
      )}
      <ul className={classes.rows}>
        {told
          .slice(0, judged.changed > 0 ? Math.min(PROMPTS, judged.changed) : NOISE)
          .map(({ id, prompt, visibility }) => (
            <li key={id}>
              {isShared ? (
                <span className={classes.mover} title={prompt}>
                  <Moved name={prompt} visibility={visibility} />
                </span>
              ) : (
                <Link
                  href={href(`/brands/${standing.brand.id}/prompts/${id}`)}
                  className={classes.mover}
                  title={prompt}
                >
                  <Moved name={prompt} visibility={visibility} />
                </Link>
              )}
            </li>
          ))}
      </ul>
      {more > 0 && <p className={classes.dim}>{say.more(more)}</p>}
    </Group>
  );
}

function Competitors({ movers: { competitors } }: { movers: Movers }) {
  const changed = competitors.filter(isChanged).slice(0, COMPETITORS);
  return (
    <Group title={say.competitors}>
      {changed.length === 0 && (
        <p className={classes.dim}>{competitors.length === 0 ? say.noTracked : say.noCompetitors}</p>
      )}
      <ul className={classes.rows}>
        {changed.map(({ name, visibility }) => (
          <li key={name} className={classes.mover} title={name}>
            <Moved name={name} visibility={visibility} />
          </li>
        ))}
      </ul>
    </Group>
  );
}

const isChanged = ({ visibility }: { visibility: Compared }) => visibility.verdict === 'changed';

const percent = (value: number | null) => (value === null ? '–' : `${decimal(value, 0)}%`);

function Moved({ name, visibility }: { name: string; visibility: Compared }) {
  const [before, now] = [percent(visibility.before), percent(visibility.now)];
  return (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.from}>
        <span aria-hidden>{say.from(before, now)}</span>
        <span className="hidden-text">{say.spoken(before, now)}</span>
      </span>
      <span className={classes.by}>
        <Change compared={visibility} digits={0} brief />
      </span>
    </>
  );
}
