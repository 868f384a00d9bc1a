// Operations for signed-in people alone: a key never reaches them. Served below `/console/api` beside every
// operation of the contract, with the session's cookie and `X-Account`; not part of the public API.
import { z } from 'zod';
import { messages } from './errors.ts';
import { FORMATS } from './export.ts';
import { dateTime, id, optional, optionalText, positiveInteger, success, text } from './fields.ts';
import { operations } from './operation.ts';
import { sharing } from './shares.ts';
import { email, role } from './sign-in.ts';

/** Messages that the contract promises, word for word. */
export const consoleMessages = {
  lastOwner: 'The account needs an owner: make another member owner first',
  accountName: 'name must be the name of the account, as it is written',
  keyName: 'name must be the name of the key, as it is written',
  memberNotFound: 'Member not found',
  invitationNotFound: 'Invitation not found',
  keyNotFound: 'Key not found',
  isMember: 'This person is a member already',
  vendorKeyNotFound: 'The account has no key of its own for this connection',
} as const;

const account = z.object({ id, name: z.string(), created_at: dateTime });
const key = z.object({
  id,
  name: z.string(),
  type: z.enum(['Global', 'Brand-scoped']),
  brand_id: id.nullable(),
  brand: z.string().nullable().meta({ description: 'Name of the brand' }),
  prefix: z.string(),
  last_four: z.string(),
  created_at: dateTime,
  last_used_at: dateTime.nullable(),
  expires_at: dateTime.nullable(),
});
const member = z.object({
  id,
  user_id: id,
  name: z.string(),
  email: z.string(),
  role,
  two_factor: z.boolean(),
  created_at: dateTime,
  last_seen_at: dateTime.nullable(),
});
const invitation = z.object({
  id,
  email: z.string(),
  role,
  invited_by: z.string().nullable().meta({ description: 'Name of the member who invited; null when gone' }),
  created_at: dateTime,
  expires_at: dateTime,
});

const vendorKey = z.object({
  connection: z.string(),
  has_key: z.boolean().meta({ description: 'False where only an address was set' }),
  last_four: z.string().meta({ description: 'Empty for a short key' }),
  base_url: z.string().meta({ description: "Empty: the vendor's own address" }),
  created_at: dateTime,
});
const connection = z.object({
  connection: z.string(),
  agents: z.array(z.string()).meta({ description: 'Agents that it asks by itself' }),
  any_agent: z
    .boolean()
    .meta({ description: 'Whether a plan may name any other agent for it, with a model' }),
  ready: z.boolean().meta({ description: 'Set up for this account, by itself or by the operator' }),
  set_up: z.string().meta({ description: 'How the operator sets it up for all accounts' }),
});

const vendorKeyNotFound = { status: 404, message: consoleMessages.vendorKeyNotFound };
const memberNotFound = { status: 404, message: consoleMessages.memberNotFound };
const lastOwner = { status: 400, message: consoleMessages.lastOwner };
const memberId = positiveInteger('member_id');
const DAYS = 'expires_days must be a whole number of days from 1 to 3,650';

const own = operations({
  account: {
    method: 'POST',
    path: '/account',
    scope: 'account',
    summary: 'The account',
    input: z.object({}),
    output: z.object({ success, account }),
    errors: [],
    example: {},
  },
  renameAccount: {
    method: 'PATCH',
    path: '/account',
    scope: 'account',
    writes: true,
    role: 'owner',
    summary: 'Rename the account',
    input: z.object({ name: text('name', 200) }),
    output: z.object({ success, account }),
    errors: [],
    example: { name: 'My agency' },
  },
  exportAccount: {
    method: 'POST',
    path: '/account/export',
    scope: 'account',
    role: 'owner',
    summary:
      'The account as JSON lines: who is in it, and every brand with competitors, plan, prompts and answers',
    description:
      'Answers 200 with a file of any length: an object per line, whose `record` is account, member, invitation, key, vendor_key, brand, competitor, plan, share, prompt, answer or end. What follows a brand belongs to it. No password and no key is in it. Answers can be imported again. A file without the last line, `{"record":"end"}`, is not whole.',
    input: z.object({}),
    output: z.string(),
    streams: [FORMATS.jsonl],
    errors: [],
    example: {},
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/account',
    scope: 'account',
    writes: true,
    role: 'owner',
    summary: 'Delete the account with its brands, answers, keys and members; `name` repeats its name',
    input: z.object({ name: text('name', 200) }),
    output: z.object({ success, message: z.literal('Account deleted successfully') }),
    errors: [{ status: 400, message: consoleMessages.accountName }],
    example: { name: 'My agency' },
  },
  members: {
    method: 'POST',
    path: '/members',
    scope: 'account',
    summary: 'Members of the account and open invitations, oldest first',
    input: z.object({}),
    output: z.object({ success, members: z.array(member), invitations: z.array(invitation) }),
    errors: [],
    example: {},
  },
  inviteMember: {
    method: 'POST',
    path: '/member/invite',
    scope: 'account',
    writes: true,
    role: 'owner',
    summary: 'Invite a person by link, valid for seven days',
    description:
      'The link is shown this once, and sent by mail where SMTP is configured: `mailed` says whether that worked. An open invitation of the same e-mail address is replaced.',
    input: z.object({ email: email(), role }),
    output: z.object({ success, invitation, link: z.url(), mailed: z.boolean() }),
    errors: [{ status: 400, message: consoleMessages.isMember }],
    example: { email: 'kim@agency.example', role: 'editor' },
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/invitation',
    scope: 'account',
    writes: true,
    role: 'owner',
    summary: 'Revoke an open invitation; its link is void',
    input: z.object({ invitation_id: positiveInteger('invitation_id') }),
    output: z.object({ success, message: z.literal('Invitation revoked successfully') }),
    errors: [{ status: 404, message: consoleMessages.invitationNotFound }],
    example: { invitation_id: 1 },
  },
  changeRole: {
    method: 'PATCH',
    path: '/member',
    scope: 'account',
    writes: true,
    role: 'owner',
    summary: 'Make a member owner, editor or viewer',
    input: z.object({ member_id: memberId, role }),
    output: z.object({ success, member }),
    errors: [memberNotFound, lastOwner],
    example: { member_id: 1, role: 'editor' },
  },
  removeMember: {
    method: 'DELETE',
    path: '/member',
    scope: 'account',
    writes: true,
    role: 'owner',
    summary: 'Remove a member from the account, at once',
    input: z.object({ member_id: memberId }),
    output: z.object({ success, message: z.literal('Member removed successfully') }),
    errors: [memberNotFound, lastOwner],
    example: { member_id: 1 },
  },
  keys: {
    method: 'POST',
    path: '/keys',
    scope: 'account',
    summary: 'API keys of the account, oldest first; never their values',
    input: z.object({}),
    output: z.object({ success, keys: z.array(key) }),
    errors: [],
    example: {},
  },
  createKey: {
    method: 'POST',
    path: '/key',
    scope: 'account',
    writes: true,
    role: 'owner',
    summary: 'Create an API key: Global, or Brand-scoped with `brand_id`. The value is shown this once',
    input: z.object({
      name: text('name', 200),
      brand_id: optional(positiveInteger('brand_id')),
      expires_days: optional(
        z
          .int(DAYS)
          .min(1, DAYS)
          .max(3650, DAYS)
          .meta({ description: 'Days until the key is refused; never, unless given' }),
      ),
    }),
    output: z.object({ success, key: z.string(), created: key }),
    errors: [{ status: 404, message: messages.brandNotFound }],
    example: { name: 'laptop', expires_days: 90 },
  },
  deleteKey: {
    method: 'DELETE',
    path: '/key',
    scope: 'account',
    writes: true,
    role: 'owner',
    summary: 'Delete an API key; it is refused from the next request on. `name` repeats its name',
    input: z.object({ key_id: positiveInteger('key_id'), name: text('name', 200) }),
    output: z.object({ success, message: z.literal('Key deleted successfully') }),
    errors: [
      { status: 400, message: consoleMessages.keyName },
      { status: 404, message: consoleMessages.keyNotFound },
    ],
    example: { key_id: 1, name: 'laptop' },
  },
  vendorKeys: {
    method: 'POST',
    path: '/vendor-keys',
    scope: 'account',
    summary: 'Keys of AI vendors that the account brought itself, never their values, and all connections',
    input: z.object({}),
    output: z.object({ success, vendor_keys: z.array(vendorKey), connections: z.array(connection) }),
    errors: [],
    example: {},
  },
  setVendorKey: {
    method: 'POST',
    path: '/vendor-key',
    scope: 'account',
    writes: true,
    role: 'owner',
    summary: 'Set the key of a connection, its address, or both; what was set before is replaced',
    description:
      'Goes before what the operator set up. The key is sealed and never shown again. An address must be https, and private ones are asked only where the operator allows it.',
    input: z.object({
      connection: text('connection', 64),
      key: optionalText('key', 4096),
      base_url: optionalText('base_url', 2000),
    }),
    output: z.object({ success, vendor_key: vendorKey }),
    errors: [],
    example: { connection: 'openai', key: 'sk-of-the-vendor' },
  },
  deleteVendorKey: {
    method: 'DELETE',
    path: '/vendor-key',
    scope: 'account',
    writes: true,
    role: 'owner',
    summary: 'Delete what the account set for a connection; what the operator set up holds again',
    input: z.object({ connection: text('connection', 64) }),
    output: z.object({ success, message: z.literal('Vendor key deleted successfully') }),
    errors: [vendorKeyNotFound],
    example: { connection: 'openai' },
  },
});

/** What only signed-in people may do. */
export const consoleOperations = { ...own, ...sharing };
export type ConsoleOperations = typeof consoleOperations;
export type ConsoleOperationName = keyof ConsoleOperations;
