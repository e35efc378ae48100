import { type Scope, SCOPES } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** A named token, used by an automation. */
export interface NamedToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The last characters of the token, for recognition. */
  readonly hint: string;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A token that is being created; the only place that holds its text. */
export interface NewToken {
  readonly id: string;
  /** Null for the workspace token. */
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly token: string;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** The user who creates it; null for the operator, who is not a user. */
  readonly userId: string | null;
}

export interface WantedToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: never. */
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

// Source: the interface, five per hour. Each new token has its own submission window.
const ROTATIONS_MAX = 5;
export const ROTATIONS_MS = 60 * 60_000;

/**
 * @param made creation times of the workspace tokens that people created within the hour, oldest first.
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

/** The scopes that exist, in canonical order. */
export function knownScopes(scopes: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}
