// The whole contract: every operation of /api/v1 by name.
import { collecting } from './collect.ts';
import { exporting } from './export.ts';
import { insights } from './insights.ts';
import { lists } from './lists.ts';
import { more } from './more.ts';
import { changes } from './movers.ts';
import { tagging } from './tags.ts';
import { v1 } from './v1.ts';

export const contract = {
  ...v1,
  ...more,
  ...insights,
  ...tagging,
  ...lists,
  ...exporting,
  ...changes,
  ...collecting,
};
export type Contract = typeof contract;
export type OperationName = keyof Contract;
export const operationNames = Object.keys(contract) as OperationName[];
