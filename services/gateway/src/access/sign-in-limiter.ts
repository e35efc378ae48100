import { addressBlock, type Database, networkBlock } from '@output-review/runtime';

import { beginSignInTry, removeSignInTry, type Lane } from './limits.sql.ts';
import { isRefusal, overLimit, type SignInLimits } from './limits.ts';

export interface TriedPassword {
  /** The email address whose password is tried. */
  readonly account: string;
  /** Address of the client; null if unknown. */
  readonly address: string | null;
  /** The ID of a browser that has signed in to this account before; otherwise null. */
  readonly browser: string | null;
}

interface SignInLimiterOptions {
  readonly limits: SignInLimits;
  readonly db: Database;
  readonly onLimited: (limited: 'sign_ins') => void;
}

/** Limits attempts with wrong passwords. */
export class SignInLimiter {
  readonly #options: SignInLimiterOptions;

  constructor(options: SignInLimiterOptions) {
    this.#options = options;
  }

  /**
   * Runs a password attempt; only a wrong one counts. An attempt also counts while it is checked, because otherwise any
   * number could run at once.
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
      await removeSignInTry(db, id);
      return outcome;
    } catch (error) {
      if (!isRefusal(error)) await removeSignInTry(db, id);
      throw error;
    }
  }
}

/**
 * A browser that has signed in before has its own lane, which nobody else can fill. All others are counted by their
 * address, and together per account against attempts from many addresses.
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
