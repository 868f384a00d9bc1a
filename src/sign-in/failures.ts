// What the sign-in library refuses, in the words of the contract.
import { isAPIError } from 'better-auth/api';
import { signInMessages } from '../../contract/sign-in.ts';
import { Failure } from '../operations/failure.ts';

const LOCKED_S = 900;

const FAILURES: Record<string, () => Failure> = {
  INVALID_EMAIL_OR_PASSWORD: () => new Failure(401, signInMessages.wrongPassword),
  INVALID_EMAIL: () => new Failure(401, signInMessages.wrongPassword),
  UNAUTHORIZED: () => new Failure(401, signInMessages.notSignedIn),
  // Another request of this browser ended the session meanwhile.
  FAILED_TO_GET_SESSION: () => new Failure(401, signInMessages.notSignedIn),
  INVALID_TWO_FACTOR_COOKIE: () => new Failure(401, signInMessages.codeTooLate),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => new Failure(401, signInMessages.codeTooLate),
  INVALID_CODE: () => Failure.invalid(signInMessages.wrongCode),
  INVALID_BACKUP_CODE: () => Failure.invalid(signInMessages.wrongCode),
  INVALID_PASSWORD: () => Failure.invalid(signInMessages.ownPasswordWrong),
  CREDENTIAL_ACCOUNT_NOT_FOUND: () => Failure.invalid(signInMessages.ownPasswordWrong),
  TOTP_NOT_ENABLED: () => Failure.invalid(signInMessages.twoFactorOff),
  TWO_FACTOR_NOT_ENABLED: () => Failure.invalid(signInMessages.twoFactorOff),
  BACKUP_CODES_NOT_ENABLED: () => Failure.invalid(signInMessages.twoFactorOff),
  TOTP_ALREADY_ENABLED: () => Failure.invalid(signInMessages.twoFactorOn),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new Failure(429, `Too many wrong codes; try again in ${LOCKED_S} s`, { retryAfter: LOCKED_S }),
};

/** Runs a call of the library; what it refuses becomes a `Failure`, everything else stays a fault. */
export async function translated<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isAPIError(error) ? failureOf(error) : error;
  }
}

type Refusal = Error & { status: string | number; body?: { code?: string } | undefined };

function failureOf(error: Refusal): Error {
  // The library hides what failed when it looks for a session; in practice that is the database.
  if (error.status === 'INTERNAL_SERVER_ERROR') return Failure.unavailable(signInMessages.away, error);
  // Another request used the same backup code at the same moment, and was first.
  if (error.status === 'CONFLICT') return Failure.invalid(signInMessages.wrongCode);
  return FAILURES[error.body?.code ?? '']?.() ?? error;
}
