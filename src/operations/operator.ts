// What the operator's own commands do beside the operations of the contract: over the whole database, with
// no key. Only the command line gets hold of it.
import { listAccounts } from '../storage/accounts.ts';
import { backup, restore, type Watch } from '../storage/backup.ts';
import { type Brand, findBrandAnywhere } from '../storage/brands.ts';
import { checkFacts, databaseFacts } from '../storage/check.ts';
import { migrate } from '../storage/migrate.ts';
import { countStale, startOver } from '../storage/stale.ts';
import { type AccountChoice, createAccount, type PasswordChoice, resetPassword } from './accounts.ts';
import type { Context } from './context.ts';
import type { exportBrand } from './export.ts';
import type { ImportOptions } from './imports.ts';
import { createKey, deleteKey, type KeyChoice, listKeys } from './keys.ts';
import { deleteVendorKey, setVendorKey, type VendorKeyChoice, vendorKeys } from './vendor-keys.ts';

export type Operator = ReturnType<typeof makeOperator>;
export type { Brand };

/** The operator's functions over an open database; what reads answers is loaded when it is asked for. */
export function makeOperator(context: Context) {
  const { database, db } = context;
  return {
    createAccount: (choice: AccountChoice) => createAccount(context, choice),
    resetPassword: (choice: PasswordChoice) => resetPassword(context, choice),
    accounts: () => listAccounts(db),
    createKey: (choice: KeyChoice) => createKey(context, choice),
    keys: (accountId?: number) => listKeys(context, accountId),
    deleteKey: (id: number) => deleteKey(context, id),
    findBrand: (id: number) => findBrandAnywhere(db, id),
    importBatch: async (brand: Brand, answers: readonly unknown[], options?: ImportOptions) =>
      (await import('./imports.ts')).importBatch(context, brand, answers, options),
    export: async (brand: Brand, input: Parameters<typeof exportBrand>[2]) =>
      (await import('./export.ts')).exportBrand(context, brand, input),
    migrate: () => migrate(database),
    inspect: () => databaseFacts(database),
    checkFacts: () => checkFacts(database.pool),
    staleReadings: () => countStale(db),
    startRereading: (brandId?: number) => startOver(db, brandId),
    reread: async (tell: (done: number, total: number) => void) =>
      (await import('./reread.ts')).rereadAll(context, tell),
    setVendorKey: (accountId: number, choice: VendorKeyChoice) => setVendorKey(context, accountId, choice),
    vendorKeys: (accountId: number) => vendorKeys(context, accountId),
    deleteVendorKey: (accountId: number, connection: string) =>
      deleteVendorKey(context, accountId, connection),
    backup: (file: string, watch: Watch) => backup(database, file, watch),
    restore: (file: string, watch: Watch) => restore(database, file, watch),
  };
}
