// What the cells of a row may do; the page provides it.
import { createContext, useContext } from 'react';
import type { Receipt } from '../../parts/receipt.ts';
import type { PromptRow } from './rows.ts';

export type PromptActions = {
  canToggle: boolean;
  canTag: boolean;
  toggle: (row: PromptRow) => void;
  editTags: (row: PromptRow) => void;
  explain: (row: PromptRow, metric: Receipt['metric']) => void;
};

export const PromptActionsContext = createContext<PromptActions | null>(null);

/** What this row's cells may do. */
export function usePromptActions(): PromptActions {
  const actions = useContext(PromptActionsContext);
  if (actions === null) throw new Error('usePromptActions needs the prompts page around it');
  return actions;
}
