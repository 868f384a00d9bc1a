// The receipt of a number, in a drawer. Every part of it leads on: prompts to their own receipt, answers to their page.
import { Button, Drawer, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { agentLook } from '../agents.ts';
import { type In, useOperationPages } from '../api.ts';
import type { FilterInput } from '../filters.ts';
import { days } from '../format.ts';
import { words } from '../words.ts';
import { ApiButton } from './api-button.tsx';
import classes from './explain.module.css';
import { ExplainAnswers } from './explain-answers.tsx';
import { ExplainPrompts, LeftOut } from './explain-prompts.tsx';
import { ExplainSum } from './explain-sum.tsx';
import { Problem } from './problem.tsx';
import type { Receipt } from './receipt.ts';

type Given = {
  receipt: Receipt;
  /** The page's filters. */
  input: FilterInput;
  opened: boolean;
  /** Opens another receipt in this one's place. */
  onOpen: (receipt: Receipt) => void;
  onClose: () => void;
};

const say = words.explain;
const ANSWERS = 20;

/** The receipt of a number: formula, sums, what was left out, and the answers behind it. */
export default function Explain({ receipt, input, opened, onOpen, onClose }: Given) {
  const asked = inputOf(receipt, input);
  const pages = useOperationPages('explain', asked, { enabled: opened });
  const first = pages.data?.[0];
  const metric = words.metrics[receipt.metric];
  const { promptId: _, ...whole } = receipt;
  const drill = (promptId: number) => onOpen({ ...receipt, promptId });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={600}
      title={<span className={classes.title}>{first ? say.title(metric, first.name) : metric}</span>}
    >
      <Problem problem={pages.problem} retry={pages.retry} hasOld={first !== undefined} />
      {first === undefined ? (
        pages.isLoading && <Skeleton h={360} />
      ) : (
        <div className={classes.receipt} aria-busy={pages.isUpdating}>
          <div>
            <p className={classes.under}>{under(asked)}</p>
            {receipt.promptId !== undefined && <OfPrompt page={first} onWhole={() => onOpen(whole)} />}
          </div>
          <ExplainSum page={first} ofPrompt={receipt.promptId !== undefined} />
          <LeftOut page={first} />
          {receipt.promptId === undefined && <ExplainPrompts page={first} onOpen={drill} />}
          <ExplainAnswers pages={pages} receipt={receipt} />
          <div className={classes.api}>
            <ApiButton name="explain" input={asked} />
          </div>
        </div>
      )}
    </Drawer>
  );
}

function inputOf(
  { brandId, metric, competitor, promptId, agent }: Receipt,
  input: FilterInput,
): In<'explain'> {
  return {
    ...{ brand_id: brandId, metric },
    ...(competitor !== undefined && { competitor }),
    ...(promptId !== undefined && { prompt_id: promptId }),
    ...input,
    ...(agent !== undefined && { ai_agent: [agent] }),
    limit: ANSWERS,
  };
}

/** The filters that the number stands under. */
function under({ date, ai_agent, tags }: In<'explain'>): string {
  const agents = ai_agent?.map((agent) => agentLook(agent).name).join(', ');
  const range = date?.from && date.to ? days({ from: date.from, to: date.to }) : words.filters.presets.all;
  return [range, agents ?? words.filters.allAgents, ...(tags ?? [])].join(' · ');
}

type OfPromptGiven = { page: Parameters<typeof LeftOut>[0]['page']; onWhole: () => void };

/** Which prompt it is about, and the way back to all of them. */
function OfPrompt({ page, onWhole }: OfPromptGiven) {
  const prompt = page.prompts[0]?.prompt ?? page.left_out.prompts[0]?.prompt;
  return (
    <>
      {prompt && <p className={classes.prompt}>{prompt}</p>}
      <Button
        variant="default"
        size="compact-sm"
        mt={8}
        leftSection={<IconArrowLeft size={14} />}
        onClick={onWhole}
      >
        {say.allPrompts}
      </Button>
    </>
  );
}
