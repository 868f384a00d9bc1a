import { Button, Group } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useState } from 'react';
import { batchesOf, type Sent, senderTo } from '../../../contract/import-file/batches.ts';
import { ApiContext, problemOf } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { RowsSkeleton } from '../../parts/skeletons.tsx';
import { words } from '../../words/import.ts';
import { CountsLine } from './counts.tsx';
import { FirstRows } from './first-rows.tsx';
import classes from './import.module.css';
import { MOST } from './job.ts';
import { type Mapping, rowsOf, type Source } from './source.ts';

type Given = {
  source: Source;
  mapping: Mapping | undefined;
  /** The mapping is not complete yet. */
  isWaiting?: boolean;
  onStart: (wish: { source: Source; mapping: Mapping | undefined; isTrial: boolean }) => void;
};

/** What would come of the first rows: asked of the service, which stores nothing. */
export function Preview({ source, mapping, isWaiting = false, onStart }: Given) {
  const { data, error, isPlaceholderData, refetch } = usePreview({ source, mapping, isWaiting });
  const counts = data && { new: data.new, known: data.known, refused: data.refused.length };
  const start = (isTrial: boolean) => onStart({ source, mapping, isTrial });
  const text = data && (data.isWhole ? words.preview.whole : words.preview.part)(data.rows.length);
  return (
    <Section
      title={words.preview.title}
      text={isWaiting ? words.preview.wait : (text ?? words.preview.reading)}
      flush
    >
      <Problem problem={error && problemOf(error)} retry={() => void refetch()} hasOld={data !== undefined} />
      {data?.rows.length === 0 ? (
        <Empty icon={IconFileSearch} title={words.preview.nothing} text={words.preview.nothingText} />
      ) : (
        <div data-late={isPlaceholderData || isWaiting} className={classes.preview}>
          <CountsLine counts={counts} />
          {data ? <FirstRows sent={data} /> : <RowsSkeleton rows={6} />}
        </div>
      )}
      <Group className={classes.foot} justify="flex-end" gap="xs">
        {data?.isWhole === false && (
          <Button variant="default" disabled={isWaiting} onClick={() => start(true)}>
            {words.preview.check}
          </Button>
        )}
        <Button
          disabled={isWaiting || counts === undefined || (data?.isWhole && counts.new === 0)}
          onClick={() => start(false)}
        >
          {data?.isWhole && counts?.new ? words.preview.startAll(counts.new) : words.preview.start}
        </Button>
      </Group>
    </Section>
  );
}

let previews = 0;

type Checked = Sent & { isWhole: boolean };

function usePreview({ source, mapping, isWaiting }: Omit<Required<Given>, 'onStart'>) {
  const { client } = useContext(ApiContext);
  const brand = useBrand();
  const [look] = useState(() => ++previews);
  const key = useMemo(() => JSON.stringify(mapping), [mapping]);
  return useQuery({
    queryKey: ['import-preview', look, source.format, key],
    queryFn: async ({ signal }): Promise<Checked> => {
      const batches = batchesOf(rowsOf(source, { mapping }), MOST);
      const send = senderTo((answers) =>
        client.importAnswers({ brand_id: brand.id, answers, dry_run: true }, { signal, retries: 2 }),
      );
      try {
        const first = await batches.next();
        if (first.done) return { rows: [], new: 0, known: 0, refused: [], isWhole: true };
        const more = await batches.next();
        return { ...(await send(first.value)), isWhole: more.done === true };
      } finally {
        await batches.return(undefined);
      }
    },
    enabled: !isWaiting,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
