import type { Out } from '../../api.ts';

export type Answer = Out<'answer'>['answer'];
export type Mention = Answer['mentions'][number];

/** The id of a mention's entry beside the answer: what its marks are described by. */
export const mentionId = (at: number) => `mention-${at}`;
