import { Button, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type In, type Out, problemOf, useCall } from '../../api.ts';
import { type Cell, toCsv } from '../../csv.ts';
import { download } from '../../download.ts';
import { today } from '../../filters.ts';
import { say } from '../../notify.ts';
import { words } from '../../words/answers.ts';

type Call = ReturnType<typeof useCall>;
const MOST = 1000;

/** Downloads the whole list, also what is not loaded yet. */
export function AnswersCsv({ input }: { input: In<'answers'> }) {
  const call = useCall();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      download(`answers-${today()}.csv`, toCsv([words.csvColumns, ...(await rowsOf(call, input))]));
    } catch (error) {
      say.problem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Tooltip label={words.csvHint}>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconDownload size={14} />}
        loading={isBusy}
        onClick={() => void save()}
      >
        {words.csv}
      </Button>
    </Tooltip>
  );
}

async function rowsOf(call: Call, input: In<'answers'>): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  let before: number | null = null;
  do {
    const asked: In<'answers'> = { ...input, limit: MOST, ...(before !== null && { before }) };
    const page: Out<'answers'> = await call('answers', asked);
    for (const one of page.answers)
      rows.push([
        ...[one.id, one.answered_at, one.ai_agent, one.prompt],
        ...[one.mentioned, one.position, one.sentiment, one.excerpt],
      ]);
    before = page.next;
  } while (before !== null);
  return rows;
}
