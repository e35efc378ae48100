import { type Scope, SCOPES } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** A token with a name, of an automation. */
export interface NamedToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The last characters of the token, to tell it by. */
  readonly hint: string;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A token that is being made; the only place where its text is. */
export interface NewToken {
  readonly id: string;
  /** Null for the workspace token. */
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly token: string;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** Who makes it; null for the operator, who is no user. */
  readonly userId: string | null;
}

export interface WantedToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null for never. */
  readonly expiresAt: Date | null;
}

export type MadeToken = Omit<NamedToken, 'hint'> & { readonly token: string };

// Source: the interface.
export const LIVE_TOKENS_MAX = 50;

/** @throws AppError VALIDATION_FAILED. */
export function refusePast(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  const message = 'Must be in the future.';
  throw new AppError('VALIDATION_FAILED', message, { fields: { expiresAt: message } });
}

export function tooManyTokens(): AppError {
  return new AppError(
    'CONFLICT',
    `This workspace has ${LIVE_TOKENS_MAX} named tokens, the maximum. Revoke one first.`,
  );
}

// Source: the interface, five an hour. Each new token has a window of submissions of its own.
const ROTATIONS_MAX = 5;
export const ROTATIONS_MS = 60 * 60_000;

/**
 * @param made when people made workspace tokens within the hour, oldest first.
 * @throws AppError RATE_LIMITED.
 */
export function refuseSixth(made: readonly Date[], at: Date): void {
  const oldest = made.at(-ROTATIONS_MAX);
  if (!oldest) return;
  const retryAfterSeconds = Math.ceil((oldest.getTime() + ROTATIONS_MS - at.getTime()) / 1_000);
  throw new AppError(
    'RATE_LIMITED',
    'The workspace token was rotated five times within the last hour. Try again later.',
    {
      retryAfterSeconds: Math.max(1, retryAfterSeconds),
    },
  );
}

/** Those of the scopes that there are, in their order. */
export function knownScopes(scopes: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}
