// What rows, menus and keys of the page can do.
import { createContext, useContext } from 'react';
import type { Judge } from './judge.ts';

export type Actions = Judge & {
  /** False for viewers: they see neither buttons nor dialogs. */
  mayChange: boolean;
  /** Asks for a new competitor's name, domain and aliases. */
  add: () => void;
  /** Asks for domain and aliases of one that is known. */
  edit: (name: string) => void;
  /** Asks into whom a name is merged. */
  askMerge: (name: string) => void;
  /** The name whose answers are shown, '' for none; kept in the address. */
  shown: string;
  show: (name: string) => void;
};

export const ActionsContext = createContext<Actions | null>(null);

/** The actions of the page around it. */
export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (actions === null) throw new Error('useActions needs ActionsProvider around it');
  return actions;
}
