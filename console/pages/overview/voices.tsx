import { Button, Skeleton } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { agentLook } from '../../agents.ts';
import type { Out } from '../../api.ts';
import { decimal } from '../../format.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { ApiButton } from '../../parts/api-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useMayExplain } from '../../parts/explain-context.tsx';
import { Section } from '../../parts/section.tsx';
import { BRAND_SERIES, competitorSeries, type SeriesLook } from '../../series.ts';
import { words } from '../../words/overview.ts';
import { words as shared } from '../../words.ts';
import type { Standing } from './standing.ts';
import classes from './voices.module.css';

const say = words.voices;
type Agent = Out<'matrix'>['agents'][number];
type Voice = Agent['share_of_voice'][number];

const percent = (value: number) => `${decimal(value, 1)}%`;
const look = (place: number) => (place === 0 ? BRAND_SERIES : competitorSeries(place - 1));
/** The colour of somebody; where colours come round again, with stripes, as lines are dashed then. */
const paint = ({ light, dark, dash }: SeriesLook) => ({
  backgroundColor: `light-dark(${light}, ${dark})`,
  ...(dash && { backgroundImage: `repeating-linear-gradient(45deg, ${STRIPE} 0 4px, transparent 4px 8px)` }),
});
const STRIPE = 'light-dark(rgb(0 0 0 / 0.28), rgb(255 255 255 / 0.4))';
/** Text upon these colours. */
const UPON = 'light-dark(#fff, #101317)';
/** A segment narrower than this, in percent, has no room for its number. */
const ROOM = 8;

/** Who is spoken of with each agent: a bar of shares each, or the same as a table. */
export function Voices({ standing }: { standing: Standing }) {
  const { brand, matrix, asked } = standing;
  const [isTable, setTable] = useState(false);
  const heard = matrix?.agents.filter(({ share_of_voice }) =>
    share_of_voice.some(({ numerator }) => numerator > 0),
  );
  return (
    <Section title={say.title} text={say.text} actions={<ApiButton name="matrix" input={asked.matrix} />}>
      {heard === undefined ? (
        <Skeleton h={240} />
      ) : heard.length === 0 ? (
        <Empty title={say.none} text={say.noneNext} />
      ) : (
        <>
          {isTable ? <Table agents={heard} /> : <Bars agents={heard} brandId={brand.id} />}
          <div className={classes.foot}>
            {!isTable && <Legend agent={heard[0]} />}
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              className={classes.switch}
              leftSection={isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? shared.chart.asChart : shared.chart.asTable}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}

function Bars({ agents, brandId }: { agents: readonly Agent[]; brandId: number }) {
  return (
    <ul className={classes.agents}>
      {agents.map((agent) => (
        <li key={agent.ai_agent} className={classes.agent}>
          <AgentName agent={agent.ai_agent} short />
          <span className={classes.bar}>
            {agent.share_of_voice.map((voice, place) => (
              <Segment
                key={`${voice.entity}-${voice.name}`}
                voice={voice}
                look={look(place)}
                agent={agent.ai_agent}
                brandId={brandId}
              />
            ))}
          </span>
          <Place voices={agent.share_of_voice} />
        </li>
      ))}
    </ul>
  );
}

type SegmentGiven = { voice: Voice; look: SeriesLook; agent: string; brandId: number };

/** One share; a click shows what it is made of. */
function Segment({ voice, look, agent, brandId }: SegmentGiven) {
  const { name, entity, value, numerator, denominator } = voice;
  const explain = useMayExplain();
  if (value === null || numerator === 0) return null;
  const isBrand = entity === 'brand';
  const text = say.segment(name, percent(value), numerator, denominator);
  const given = {
    className: classes.segment,
    style: { ...paint(look), flexGrow: numerator, color: UPON },
    title: text,
    'aria-label': `${agentLook(agent).name}, ${text}`,
    children: value >= ROOM && decimal(value, 1),
  };
  if (!explain) return <span role="img" {...given} />;
  const open = () =>
    explain({ brandId, metric: 'share_of_voice', agent, ...(!isBrand && { competitor: name }) });
  return <button type="button" {...given} onClick={open} />;
}

/** The brand's number, and its place among all. */
function Place({ voices }: { voices: readonly Voice[] }) {
  const own = voices.find(({ entity }) => entity === 'brand');
  if (!own || own.value === null) return null;
  const place = voices.filter(({ numerator }) => numerator > own.numerator).length + 1;
  return (
    <span className={classes.place}>
      <b>{percent(own.value)}</b>
      <span>{say.place(place, voices.length)}</span>
    </span>
  );
}

function Legend({ agent }: { agent: Agent | undefined }) {
  return (
    <ul className={classes.legend}>
      {agent?.share_of_voice.map(({ name, entity }, place) => (
        <li key={`${entity}-${name}`} title={name}>
          <i style={paint(look(place))} />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

function Table({ agents }: { agents: readonly Agent[] }) {
  const voices = agents[0]?.share_of_voice ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className={classes.scroll} tabIndex={0} aria-label={say.title}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{say.agent}</th>
            {voices.map(({ name, entity }) => (
              <th key={`${entity}-${name}`} scope="col" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {agents.map(({ ai_agent, share_of_voice }) => (
            <tr key={ai_agent}>
              <th scope="row">
                <AgentName agent={ai_agent} />
              </th>
              {share_of_voice.map(({ name, entity, value }) => (
                <td key={`${entity}-${name}`}>{value === null ? '–' : percent(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
