import { Anchor, SegmentedControl } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { guessColumns, NEEDED } from '../../../contract/import-file/csv-columns.ts';
import type { Format } from '../../../contract/import-file/row.ts';
import { problemOf } from '../../api.ts';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { RowsSkeleton } from '../../parts/skeletons.tsx';
import { words } from '../../words/import.ts';
import classes from './import.module.css';
import { ColumnMapping } from './mapping.tsx';
import { Preview } from './preview.tsx';
import { type FirstCells, firstCells, type Mapping, type Source } from './source.ts';

type Given = {
  source: Source;
  onSource: (source: Source | null) => void;
  onStart: (wish: { source: Source; mapping: Mapping | undefined; isTrial: boolean }) => void;
};

/** A chosen file: what it is, what its columns hold, and what would come of it. */
export function Chosen({ source, onSource, onStart }: Given) {
  const { file, format } = source;
  return (
    <>
      <Section>
        <div className={classes.file}>
          <IconFileText size={24} stroke={1.5} aria-hidden />
          <div className={classes.fileName}>
            <strong>{file.name}</strong>
            <span>{words.size(file.size)}</span>
          </div>
          <SegmentedControl
            size="xs"
            aria-label={words.source.format}
            value={format}
            onChange={(value) => onSource({ ...source, format: value as Format })}
            data={(['jsonl', 'csv'] as const).map((value) => ({ value, label: words.source.formats[value] }))}
          />
          <Anchor component="button" type="button" size="sm" onClick={() => onSource(null)}>
            {words.source.other}
          </Anchor>
        </div>
      </Section>
      {format === 'csv' ? (
        <CsvFile source={source} onStart={onStart} />
      ) : (
        <Preview source={source} mapping={undefined} onStart={onStart} />
      )}
    </>
  );
}

const SHOWN_ROWS = 3;
let looks = 0;

type CsvGiven = Pick<Given, 'source' | 'onStart'>;

function CsvFile({ source, onStart }: CsvGiven) {
  const [look] = useState(() => ++looks);
  const cells = useQuery({
    queryKey: ['import-cells', look],
    queryFn: () => firstCells(source, SHOWN_ROWS),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (cells.error) return <Problem problem={problemOf(cells.error)} retry={() => void cells.refetch()} />;
  if (!cells.data) {
    return (
      <Section title={words.mapping.title} flush>
        <RowsSkeleton rows={6} />
      </Section>
    );
  }
  return <MappedFile source={source} cells={cells.data} onStart={onStart} />;
}

function MappedFile({ source, cells, onStart }: CsvGiven & { cells: FirstCells }) {
  const [mapping, setMapping] = useState<Mapping>(() => ({ columns: guessColumns(cells.header), same: {} }));
  const isComplete = NEEDED.every((field) => mapping.columns.includes(field) || mapping.same[field]);
  return (
    <>
      <ColumnMapping cells={cells} mapping={mapping} onChange={setMapping} />
      <Preview source={source} mapping={mapping} isWaiting={!isComplete} onStart={onStart} />
    </>
  );
}
