import { counted } from '../words.ts';

export const words = {
  title: 'Prompt',
  back: 'All prompts',
  gone: 'This prompt does not exist',
  goneText: 'It was deleted with its answers, or it belongs to another brand.',
  goneNext: 'See all prompts',
  active: 'Active',
  inactive: 'Inactive',
  activeHint: 'Active prompts are asked when answers are collected.',
  tags: 'Tags',
  addTags: 'Add tags',
  since: (day: string) => `since ${day}`,
  delete: 'Delete prompt',
  more: 'More',
  numbers: 'Numbers',
  answersHint: 'Answers to this prompt within the filters.',
  trend: { title: 'Over time', switch: 'What the chart shows' },
  agents: {
    title: 'By agent',
    agent: 'Agent',
    named: 'Named in',
    namedHint: 'Answers of the agent that name the brand',
    open: 'Answers of this agent',
    none: 'No agent has answered this prompt in these days.',
    explain: (metric: string, agent: string) => `What ${metric} with ${agent} is made of`,
  },
  rivals: {
    title: 'Named in its answers',
    text: 'The brand and its tracked competitors',
    of: (mentions: number, answers: number) =>
      `${mentions.toLocaleString('en')} of ${counted(answers, 'answer', 'answers')}`,
    none: 'No tracked competitor is named in its answers.',
    explain: (name: string) => `What the visibility of ${name} is made of`,
    name: 'Name',
    mentions: 'Answers',
  },
  answers: 'Answers',
  ask: {
    button: 'Ask now',
    title: 'Ask this prompt now',
    text: 'Each agent of the plan is asked once more; what it answers counts like any other answer.',
    times: (samples: number) => `Each agent is asked ${samples} times.`,
    price: (usd: string) => `about ${usd}`,
    unknown: 'price unknown',
    go: (agents: number) => `Ask ${counted(agents, 'agent', 'agents')}`,
    cancel: 'Cancel',
    inactive: 'Activate the prompt first.',
    nobody: 'No agent can be asked: see Collection.',
    added: (number: number) => `${counted(number, 'question is', 'questions are')} on their way`,
    waiting: (number: number) => `${counted(number, 'question waits', 'questions wait')} already`,
    skipped: (agent: string, reason: string) => `${agent} is not asked: ${reason}`,
    under_way: (waiting: number, asking: number) =>
      [
        waiting > 0 && `${waiting.toLocaleString('en')} waiting`,
        asking > 0 && `${asking.toLocaleString('en')} being answered`,
      ]
        .filter(Boolean)
        .join(', '),
    failed: (agent: string) => `${agent} did not answer`,
    collection: 'Collection',
  },
} as const;
