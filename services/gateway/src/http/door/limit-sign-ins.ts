import { AppError } from '@output-review/errors';
import { addressBlock, networkBlock } from '@output-review/runtime';

import { overLimit } from './limits.ts';

/** Wrong passwords a minute; a person mistypes less often. */
export interface SignInLimits {
  /** Of an account, from a block of addresses. */
  readonly perBlock: number;
  /** Of any accounts, from one address; many people may share it. */
  readonly perAddress: number;
  /** Of an account from wherever, by browsers that nobody has signed in with. */
  readonly perAccount: number;
  /** Of an account, by one browser that somebody has signed in with. */
  readonly perBrowser: number;
}

export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = {
  perBlock: 20,
  perAddress: 60,
  perAccount: 100,
  perBrowser: 20,
};

export interface SignInTry {
  /** The e-mail address whose password is tried. */
  readonly account: string;
  /** Whence; null where nobody knows. */
  readonly address: string | null;
  /** The id of a browser that has signed in to this account before; else null. */
  readonly browser: string | null;
}

interface Lane {
  readonly key: string;
  /** Tries in any minute. */
  readonly most: number;
}

export interface SignInTries {
  /** @returns the id of the try, which counts from now on; null where a lane is full. */
  begin(lanes: readonly Lane[]): Promise<string | null>;
  /** It was no failure. */
  forget(id: string): Promise<void>;
}

export interface LimitSignInsDeps {
  readonly limits: SignInLimits;
  readonly tries: SignInTries;
  readonly onLimited: (limited: 'sign_ins') => void;
}

/**
 * Has a password tried; only a wrong one counts. While it is looked at it counts too, or any number could
 * be tried at once.
 *
 * @throws AppError RATE_LIMITED, before anything is looked up.
 */
export type LimitSignIns = <T>(tried: SignInTry, attempt: () => Promise<T>) => Promise<T>;

export const makeLimitSignIns =
  ({ limits, tries, onLimited }: LimitSignInsDeps): LimitSignIns =>
  async (tried, attempt) => {
    const id = await tries.begin(lanesOf(tried, limits));
    if (id === null) {
      onLimited('sign_ins');
      throw overLimit();
    }
    try {
      const outcome = await attempt();
      await tries.forget(id);
      return outcome;
    } catch (error) {
      if (!isWrong(error)) await tries.forget(id);
      throw error;
    }
  };

/**
 * A browser that has signed in before has a lane of its own, which nobody else can fill. Everybody else
 * is counted by whence they try; and, for who tries from many places, all together.
 */
function lanesOf({ account, address, browser }: SignInTry, limits: SignInLimits): readonly Lane[] {
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

/** An answer to what was typed, rather than a failure to look at it. */
function isWrong(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}
