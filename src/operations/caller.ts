import type { Operation } from '../../contract/operation.ts';
import type { ROLES } from '../../contract/sign-in.ts';

export type Role = (typeof ROLES)[number];

/** Who asks: a key or a signed-in member, reduced to what access depends on. */
export type Caller = {
  accountId: number;
  /** Set for a Brand-scoped key: the only brand it may touch. */
  brandId: number | null;
  /** The key that was used; null for members and for the operator's own commands. */
  keyId: number | null;
  /** Set for a signed-in member, and only then. */
  member?: Member;
};

export type Member = {
  userId: number;
  role: Role;
  /** The service's address in the member's browser: links that are to be passed on begin with it. */
  origin: string;
};

/** True when scope and role of the caller allow the operation, whatever it is about. */
export function mayCall(operation: Operation, { brandId, member }: Caller): boolean {
  if (operation.scope === 'account' && brandId !== null) return false;
  if (operation.writes && member?.role === 'viewer') return false;
  return operation.role === undefined || member === undefined || member.role === operation.role;
}
