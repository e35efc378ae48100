import { AppError } from '@output-review/errors';
import { addressBlock, type Database, networkBlock } from '@output-review/runtime';

import { beginSignInTry, forgetSignInTry, type Lane } from './limits.sql.ts';
import { overLimit, type SignInLimits } from './limits.ts';

export interface TriedPassword {
  /** The e-mail address whose password is tried. */
  readonly account: string;
  /** Address of the client; null if unknown. */
  readonly address: string | null;
  /** The id of a browser that has signed in to this account before; else null. */
  readonly browser: string | null;
}

interface SignInLimiterOptions {
  readonly limits: SignInLimits;
  readonly db: Database;
  readonly onLimited: (limited: 'sign_ins') => void;
}

/** Limits how often wrong passwords are tried. */
export class SignInLimiter {
  readonly #options: SignInLimiterOptions;

  constructor(options: SignInLimiterOptions) {
    this.#options = options;
  }

  /**
   * Has a password tried; only a wrong one counts. While it is looked at it counts too, or any number could
   * be tried at once.
   *
   * @throws AppError RATE_LIMITED, before anything is looked up.
   */
  async during<T>(tried: TriedPassword, attempt: () => Promise<T>): Promise<T> {
    const { limits, db, onLimited } = this.#options;
    const id = await beginSignInTry(db, lanesOf(tried, limits));
    if (id === null) {
      onLimited('sign_ins');
      throw overLimit();
    }
    try {
      const outcome = await attempt();
      await forgetSignInTry(db, id);
      return outcome;
    } catch (error) {
      if (!isWrong(error)) await forgetSignInTry(db, id);
      throw error;
    }
  }
}

/**
 * A browser that has signed in before has a lane of its own, which nobody else can fill. Everybody else
 * is counted by whence they try; and, for who tries from many places, all together.
 */
function lanesOf(
  { account, address, browser }: TriedPassword,
  limits: SignInLimits,
): readonly Lane[] {
  const name = account.toLowerCase();
  if (browser !== null) return [{ key: `browser/${browser}`, most: limits.perBrowser }];
  const byAccount = { key: `account/${name}`, most: limits.perAccount };
  if (address === null) return [byAccount];
  return [
    { key: `address/${addressBlock(address)}`, most: limits.perAddress },
    { key: `block/${networkBlock(address)}/${name}`, most: limits.perBlock },
    byAccount,
  ];
}

/** An answer to what was typed, rather than a failure, or no room, to look at it. */
function isWrong(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && !error.retriable;
}
