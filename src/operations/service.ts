// What every entrance (http, mcp, cli, collector) talks to.
import { type ConsoleOperations, consoleOperations } from '../../contract/console.ts';
import type { Input, Operation, Output, Stream, Streams, Valid } from '../../contract/operation.ts';
import { type Contract, contract } from '../../contract/table.ts';
import { isKey, keyHash } from '../domain/keys.ts';
import { type FoundKey, findKeys, touchKeys } from '../storage/keys.ts';
import { isCurrent } from '../storage/migrate.ts';
import { exportAccount } from './account-export.ts';
import { createKey, deleteKey, keys } from './account-keys.ts';
import { deleteVendorKey, setVendorKey, vendorKeys } from './account-vendor-keys.ts';
import { account, deleteAccount, renameAccount } from './accounts.ts';
import { answer, answers } from './answers.ts';
import { awayIs503 } from './away.ts';
import { batched } from './batched.ts';
import { brands, createBrand, deleteBrand, updateBrand } from './brands.ts';
import { type Caller, mayCall } from './caller.ts';
import { collect, runs } from './collecting.ts';
import {
  dismissCompetitor,
  listCompetitors,
  mergeCompetitor,
  trackCompetitor,
  untrackCompetitor,
} from './competitors.ts';
import type { Context } from './context.ts';
import { listSources, sourcePages } from './domains.ts';
import { explain } from './explain.ts';
import { exportAll } from './export.ts';
import { Failure } from './failure.ts';
import { importAnswers } from './imports.ts';
import { compare, trend } from './insights.ts';
import { matrix } from './matrix.ts';
import { changeRole, inviteMember, members, removeMember, revokeInvitation } from './members.ts';
import { movers } from './movers.ts';
import { once } from './once.ts';
import { plan, updatePlan } from './plans.ts';
import { createPrompts, deletePrompt, prompts, togglePrompt } from './prompts.ts';
import { brandReport, promptReport, trackedCompetitors, untrackedCompetitors } from './reports.ts';
import { createShare, deleteShare, shares } from './shares.ts';
import { sources } from './sources.ts';
import { listPrompts, tagPrompts, tags } from './tags.ts';

/** Every operation that is about an account: those of keys and members, and those of members alone. */
type Operations = Contract & ConsoleOperations;
type Name = keyof Operations;
const table: Record<Name, Operation> = { ...contract, ...consoleOperations };

/** What the function behind an operation returns. */
type Answer<N extends Name> = Streams<Operations[N], Stream, Output<Operations[N]>>;

/** The functions behind the operations, by name. */
type Handlers = {
  [N in Name]: (context: Context, caller: Caller, input: Valid<Operations[N]>) => Promise<Answer<N>>;
};

const handlers: Handlers = {
  promptReport,
  sources,
  brandReport,
  prompts,
  trackedCompetitors,
  untrackedCompetitors,
  createBrand,
  togglePrompt,
  deleteBrand,
  brands,
  updateBrand,
  createPrompts,
  deletePrompt,
  trackCompetitor,
  untrackCompetitor,
  dismissCompetitor,
  mergeCompetitor,
  importAnswers,
  answers,
  answer,
  trend,
  compare,
  movers,
  explain,
  listPrompts,
  tagPrompts,
  tags,
  matrix,
  listSources,
  sourcePages,
  listCompetitors,
  export: exportAll,
  plan,
  updatePlan,
  collect,
  runs,
  account,
  renameAccount,
  exportAccount,
  deleteAccount,
  members,
  inviteMember,
  revokeInvitation,
  changeRole,
  removeMember,
  keys,
  createKey,
  deleteKey,
  vendorKeys,
  setVendorKey,
  deleteVendorKey,
  shares,
  createShare,
  deleteShare,
};

export type Service = {
  /** Finds the caller of a key; null when the key is malformed, unknown, deleted or expired. */
  authenticate(key: string): Promise<Caller | null>;
  /**
   * Validates and runs one operation. Throws `Failure` for everything that the caller did wrong, and for
   * a database that is away (503).
   */
  call<N extends Name>(name: N, caller: Caller, input: Input<Operations[N]>): Promise<Answer<N>>;
  /** As `call`, once per Idempotency-Key, account and brand scope within 24 hours; a second request with another body is a 400. */
  callOnce<N extends Name>(
    request: { name: N; idempotencyKey: string },
    caller: Caller,
    input: Input<Operations[N]>,
  ): Promise<Answer<N>>;
  /** True when the database answers and is at the newest migration. */
  ready(): Promise<boolean>;
};

/** The service over an open database; `noteKeyUse` writes down when keys were last used, once a minute. */
export function makeService(context: Context): Service & { noteKeyUse(): Promise<void> } {
  const { pool } = context.database;
  const used = new Set<number>();
  const findKey = batched<Buffer, FoundKey | undefined>(async (hashes) => {
    const found = await findKeys(pool, hashes);
    return hashes.map((hash) => found.find((key) => key.hash.equals(hash)));
  });
  return {
    authenticate: (key) => awayIs503(() => callerOf(key, findKey, used)),
    call: (name, caller, input) =>
      awayIs503(async () => run(context, name, caller, validate(name, caller, input))),
    callOnce: ({ name, idempotencyKey: key }, caller, input) =>
      awayIs503(() => {
        const valid = validate(name, caller, input);
        const request = { accountId: caller.accountId, key: scoped(key, caller), fingerprint: [name, valid] };
        return once(context, request, (inside) => run(inside, name, caller, valid));
      }),
    ready: () => isCurrent(context.database).catch(() => false),
    noteKeyUse: async () => {
      if (used.size === 0) return;
      const ids = [...used];
      await touchKeys(context.db, ids, context.clock());
      for (const id of ids) used.delete(id);
    },
  };
}

async function callerOf(
  key: string,
  findKey: (hash: Buffer) => Promise<FoundKey | undefined>,
  used: Set<number>,
): Promise<Caller | null> {
  if (!isKey(key)) return null;
  const found = await findKey(keyHash(key));
  if (!found) return null;
  used.add(found.id);
  return { accountId: found.account_id, brandId: found.brand_id, keyId: found.id };
}

/** What other brands' keys, or other people, use as their own key is none of this caller's business. */
function scoped(key: string, { brandId, member }: Caller): string {
  if (member) return `${key} member ${member.userId}`;
  return brandId === null ? key : `${key} ${brandId}`;
}

function validate<N extends Name>(name: N, caller: Caller, input: unknown): Valid<Operations[N]> {
  const operation = table[name];
  // Only members reach what is not in the public contract, whatever entrance a caller found.
  if (!(name in contract) && !caller.member) throw Failure.forbidden();
  const parsed = operation.input.safeParse(input);
  if (!parsed.success) throw Failure.invalid(parsed.error.issues[0]?.message ?? 'Request body is not valid');
  if (!mayCall(operation, caller)) throw Failure.forbidden();
  return parsed.data as Valid<Operations[N]>;
}

function run<N extends Name>(
  context: Context,
  name: N,
  caller: Caller,
  input: Valid<Operations[N]>,
): Promise<Answer<N>> {
  return handlers[name](context, caller, input);
}
