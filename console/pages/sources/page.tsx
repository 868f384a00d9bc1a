import { Button, Skeleton } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useQueryValue } from '../../address.ts';
import { type Out, useOperation } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { printFilters, useFilters } from '../../filters.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { PageTitle, Section } from '../../parts/section.tsx';
import { StartButtons } from '../../parts/start-buttons.tsx';
import { words } from '../../words/sources.ts';
import { sourceColumns } from './columns.tsx';
import { DomainDrawer } from './drawer.tsx';
import { isKind, type Kind } from './kinds.ts';
import { Mix, ownSentence } from './mix.tsx';
import { useOwners } from './owners.ts';
import classes from './sources.module.css';

const say = words.table;
const MOST = 10_000;
const SORT = { key: 'answers', desc: true };

/** The domains that agents cite: of which kind, whose, by which agents, and how often. */
export default function Sources() {
  const brand = useBrand();
  const { input } = useFilters();
  const [chosen, choose] = useQueryValue('type');
  const kind = isKind(chosen) ? chosen : undefined;
  const asked = { brand_id: brand.id, ...input, limit: MOST };
  const sources = useOperation('listSources', asked);
  const onKind = (next: Kind | undefined) => choose(next ?? '');
  return (
    <>
      <PageTitle
        title={words.title}
        text={words.text}
        actions={<ApiButton name="listSources" input={{ ...asked, ...(kind && { type: kind }) }} />}
      />
      <div className={classes.problem}>
        <Problem problem={sources.problem} retry={sources.retry} hasOld={sources.data !== undefined} />
      </div>
      <Kinds data={sources.data} kind={kind} onKind={onKind} />
      <Domains data={sources.data} kind={kind} onKind={onKind} />
    </>
  );
}

type Given = {
  data: Out<'listSources'> | undefined;
  kind: Kind | undefined;
  onKind: (kind: Kind | undefined) => void;
};

function Kinds({ data, kind, onKind }: Given) {
  const { domain } = useBrand();
  if (data?.sources.length === 0) return null;
  return (
    <Section
      title={words.kinds.title}
      text={data ? ownSentence(domain, data.sources, data.citing_answers) : ' '}
    >
      {data ? <Mix sources={data.sources} kind={kind} onChange={onKind} /> : <Skeleton h={62} />}
    </Section>
  );
}

function Domains({ data, kind, onKind }: Given) {
  const brand = useBrand();
  const owners = useOwners(brand.id);
  const columns = useMemo(() => sourceColumns(owners), [owners]);
  const [shown, show] = useQueryValue('domain');
  const rows = useMemo(
    () => data?.sources.filter(({ type }) => kind === undefined || type === kind),
    [data, kind],
  );
  const isCut = data !== undefined && data.next !== null;
  return (
    <>
      <Section flush>
        <DataTable
          name="sources"
          rows={rows}
          columns={columns}
          rowKey={({ domain }) => domain}
          sort={SORT}
          onRow={({ domain }) => show(domain, { step: true })}
          empty={data && data.sources.length > 0 ? <NoneOfKind onKind={onKind} /> : <Nothing />}
          inUrl
        />
        {isCut && <p className={classes.note}>{say.most(data.sources.length, data.domains)}</p>}
      </Section>
      <DomainDrawer
        domain={shown}
        source={data?.sources.find(({ domain }) => domain === shown)}
        citing={data?.citing_answers}
        owner={owners.get(shown)}
        onClose={() => show('')}
      />
    </>
  );
}

function NoneOfKind({ onKind }: Pick<Given, 'onKind'>) {
  return (
    <Empty
      title={say.noneOfKind}
      action={
        <Button size="xs" variant="default" onClick={() => onKind(undefined)}>
          {say.showAll}
        </Button>
      }
    />
  );
}

/** Nothing is cited in these days, or there are no answers at all. */
function Nothing() {
  const { reading } = useBrand();
  const { filters, set } = useFilters();
  if (reading.total > 0) {
    const isAll = printFilters({ ...filters, compare: true }) === '?range=all';
    return (
      <Empty
        icon={IconLink}
        title={say.none}
        text={say.noneNext}
        action={
          !isAll && <Button onClick={() => set({ range: 'all', agents: [], tags: [] })}>{say.ever}</Button>
        }
      />
    );
  }
  return <Empty icon={IconLink} title={say.noneYet} text={say.noneEver} action={<StartButtons />} />;
}
