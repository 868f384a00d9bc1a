// Members of an account and invitations: for signed-in people alone.
import { createHash, randomBytes } from 'node:crypto';
import { type ConsoleOperations, consoleMessages } from '../../contract/console.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import { findAccount } from '../storage/accounts.ts';
import * as invitations from '../storage/invitations.ts';
import * as storage from '../storage/members.ts';
import type { Caller, Member } from './caller.ts';
import type { Context } from './context.ts';
import { Failure } from './failure.ts';

type In<N extends keyof ConsoleOperations> = Valid<ConsoleOperations[N]>;
type Out<N extends keyof ConsoleOperations> = Promise<Output<ConsoleOperations[N]>>;

const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;

/** What is stored of the token in an invitation's link. */
export const invitationHash = (token: string) => createHash('sha256').update(token).digest();

/** The members of the account and its open invitations. */
export async function members({ db }: Context, { accountId }: Caller): Out<'members'> {
  return {
    success: true,
    members: await storage.listMembers(db, accountId),
    invitations: await invitations.listInvitations(db, accountId),
  };
}

/** Makes an invitation; its link is returned here and never again, and mailed where mail is set up. */
export async function inviteMember(
  context: Context,
  caller: Caller,
  { email, role }: In<'inviteMember'>,
): Out<'inviteMember'> {
  const { accountId } = caller;
  const { userId, origin } = memberOf(caller);
  if (await storage.isMember(context.db, accountId, email)) throw Failure.invalid(consoleMessages.isMember);
  const token = randomBytes(32).toString('base64url');
  const invitation = await invitations.addInvitation(context.db, {
    account_id: accountId,
    email,
    role,
    token_hash: invitationHash(token),
    invited_by: userId,
    expires_at: new Date(context.clock().getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
  });
  const link = `${context.publicUrl ?? origin}/invitation?token=${token}`;
  return {
    success: true,
    invitation,
    link,
    mailed: await mailInvitation(context, { accountId, email, link }),
  };
}

async function mailInvitation(
  { mail, db }: Context,
  { accountId, email, link }: { accountId: number; email: string; link: string },
): Promise<boolean> {
  if (!mail) return false;
  const account = await findAccount(db, accountId);
  const name = account?.name.replace(/\s+/g, ' ') ?? 'an account';
  const subject = `Invitation to ${name} on Brandscope`;
  const text = `You are invited to ${name} on Brandscope, which shows how AI agents speak of brands.\n\n${link}\n\nThe link works once, within ${INVITATION_DAYS} days.\n`;
  return mail({ to: email, subject, text });
}

/** Makes an invitation's link void. */
export async function revokeInvitation(
  { db }: Context,
  { accountId }: Caller,
  { invitation_id }: In<'revokeInvitation'>,
): Out<'revokeInvitation'> {
  const deleted = isId(invitation_id) && (await invitations.deleteInvitation(db, accountId, invitation_id));
  if (!deleted) throw Failure.notFound(consoleMessages.invitationNotFound);
  return { success: true, message: 'Invitation revoked successfully' };
}

/** Gives a member another role; the last owner keeps theirs. */
export async function changeRole(
  { db }: Context,
  { accountId }: Caller,
  { member_id: id, role }: In<'changeRole'>,
): Out<'changeRole'> {
  refuse(isId(id) ? await storage.changeRole(db, { accountId, id }, role) : 'not found');
  const member = await storage.findMember(db, { accountId, id });
  if (!member) throw Failure.notFound(consoleMessages.memberNotFound);
  return { success: true, member };
}

/** Removes a member, whose next request is refused; the last owner stays. */
export async function removeMember(
  { db }: Context,
  { accountId }: Caller,
  { member_id: id }: In<'removeMember'>,
): Out<'removeMember'> {
  refuse(isId(id) ? await storage.removeMember(db, { accountId, id }) : 'not found');
  return { success: true, message: 'Member removed successfully' };
}

function refuse(refusal: storage.Refusal | null): void {
  if (refusal === 'not found') throw Failure.notFound(consoleMessages.memberNotFound);
  if (refusal === 'last owner') throw Failure.invalid(consoleMessages.lastOwner);
}

/** Ids are 4 bytes in the tables; a larger one exists nowhere. */
const isId = (id: number) => id < 2 ** 31;

function memberOf({ member }: Caller): Member {
  if (!member) throw Failure.forbidden();
  return member;
}
