import { Button } from '@mantine/core';
import { IconPlus, IconSwords } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useBrand } from '../../brand.tsx';
import { ApiButton } from '../../parts/api-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useExplain } from '../../parts/explain-context.tsx';
import { type Metric, metricLooks } from '../../parts/metric.ts';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/competitors.ts';
import { useActions } from './actions-context.ts';
import { useMetric } from './comparison.tsx';
import type { Rival, Rivals } from './rivals.ts';
import { standingColumns } from './standing-columns.tsx';

const say = words.standing;
const FEW = 8;

/** The brand among its tracked competitors: every number, what changed, and what it is made of. */
export function Standing({ rivals: { rivals, before, asked } }: { rivals: Rivals }) {
  const [metric] = useMetric();
  const { mayChange, edit, untrack } = useActions();
  const explain = useExplaining();
  const columns = useMemo(
    () => standingColumns({ metric, before, explain, mayChange }),
    [metric, before, explain, mayChange],
  );
  const sort = useMemo(() => ({ key: metric, desc: metricLooks[metric].lowerIsBetter !== true }), [metric]);
  const onOther = (change: (name: string) => unknown) => (row: Rival) => {
    if (!row.isBrand) change(row.name);
  };
  return (
    <Section
      title={say.title}
      text={say.rowHint}
      actions={<ApiButton name="movers" input={asked.movers} />}
      flush
    >
      <DataTable
        name="competitors"
        rows={rivals}
        columns={columns}
        rowKey={({ name, isBrand }) => (isBrand ? 0 : name)}
        sort={sort}
        onRow={(row) => explain(row, 'visibility')}
        rowKeys={mayChange ? { e: onOther(edit), u: onOther(untrack) } : {}}
        searchable={(rivals?.length ?? 0) > FEW}
        inUrl
      />
      {rivals?.length === 1 && <NobodyYet />}
    </Section>
  );
}

/** Opens the receipt of a number. */
function useExplaining() {
  const { id: brandId } = useBrand();
  const explain = useExplain();
  return useMemo(
    () =>
      ({ name, isBrand }: Rival, metric: Metric) =>
        explain({ brandId, metric, ...(!isBrand && { competitor: name }) }),
    [brandId, explain],
  );
}

function NobodyYet() {
  const { mayChange, add } = useActions();
  return (
    <Empty
      icon={IconSwords}
      title={say.none}
      text={mayChange ? say.noneNext : say.noneViewer}
      action={
        mayChange && (
          <Button leftSection={<IconPlus size={16} />} onClick={add}>
            {words.track}
          </Button>
        )
      }
    />
  );
}
