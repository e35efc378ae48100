import { hashPassword, verifyPassword } from '@better-auth/utils/password';
import { AppError } from '@output-review/errors';
import { siteBlock } from '@output-review/runtime';

/** Hashes and verifies passwords. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(kept: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** The format of better-auth. */
export const SCRYPT: PasswordHasher = {
  hash: hashPassword,
  verify: ({ hash, password }) => verifyPassword(hash, password),
};

// scrypt uses Node's thread pool, which has four threads by default. Signatures, files and DNS lookups need threads
// too.
const RUNNING_MAX = 2;
// Some seconds of hashing.
export const WAITING_MAX = 100;
export const WAITING_PER_LINE_MAX = 16;

/** The caller whose password is hashed. */
export interface Asker {
  /** Hashes of the same line wait for each other. */
  readonly line: string;
  readonly kind: 'known' | 'stranger';
}

/** A caller known only by address. Many may share a site, and one may own all of it. */
export function strangerAt(address: string | null): Asker {
  return { line: `site/${address === null ? 'unknown' : siteBlock(address)}`, kind: 'stranger' };
}

/** A caller with a session, or a browser that has signed in to the account before. */
export function knownAs(email: string): Asker {
  return { line: `account/${email.toLowerCase()}`, kind: 'known' };
}

interface Waiting {
  /** The same for all of a line. */
  readonly kind: Asker['kind'];
  begin(): void;
  refuse(error: AppError): void;
}

/**
 * Limits how many passwords this process hashes at once, and takes the lines in turn: a flood of passwords would
 * otherwise block everything that needs a thread. Strangers cannot take the places of known users, nor a few long lines
 * those of all strangers.
 */
export class HashQueue {
  readonly #hasher: PasswordHasher;
  /** Waiting hashes by line. The line that last had its turn comes last. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #waiting = { known: 0, stranger: 0 };
  #running = 0;

  constructor(hasher: PasswordHasher) {
    this.#hasher = hasher;
  }

  /**
   * Runs work that hashes or verifies a password when its turn comes.
   *
   * @throws AppError RATE_LIMITED if too many of its line wait already, UNAVAILABLE if too many wait in total; the
   *   error of the work.
   */
  async inTurn<T>(asker: Asker, work: (hasher: PasswordHasher) => Promise<T>): Promise<T> {
    if (this.#running < RUNNING_MAX) this.#running += 1;
    else await this.#awaitTurn(asker);
    try {
      return await work(this.#hasher);
    } finally {
      this.#passOn();
    }
  }

  async #awaitTurn({ line, kind }: Asker): Promise<void> {
    const waiting = this.#lines.get(line) ?? [];
    if (waiting.length >= WAITING_PER_LINE_MAX) throw tooManyOfTheirs();
    if (this.#waiting[kind] >= WAITING_MAX) this.#makeRoom(kind, waiting.length + 1);
    this.#lines.set(line, waiting);
    this.#waiting[kind] += 1;
    try {
      await new Promise<void>((begin, refuse) => {
        waiting.push({ kind, begin, refuse });
      });
    } finally {
      this.#waiting[kind] -= 1;
    }
  }

  /** Refuses the last of the longest line, in favor of a line that stays shorter. */
  #makeRoom(kind: Asker['kind'], length: number): void {
    const lines = [...this.#lines.values()].filter(([first]) => first?.kind === kind);
    const longest = lines.reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= length) {
      throw new AppError(
        'UNAVAILABLE',
        'Too many passwords are being checked right now. Try again in a moment.',
        { retryAfterSeconds: 5 },
      );
    }
    longest.pop()?.refuse(tooManyOfTheirs());
  }

  /** Passes the place of a finished hash to the next waiting one. */
  #passOn(): void {
    for (const [line, waiting] of this.#lines) {
      const next = waiting.shift();
      this.#lines.delete(line);
      if (waiting.length > 0) this.#lines.set(line, waiting);
      if (!next) continue;
      next.begin();
      return;
    }
    this.#running -= 1;
  }
}

function tooManyOfTheirs(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'Too many passwords from your network, or for this account, are being checked at once. Try again in a moment.',
    { retryAfterSeconds: 1 },
  );
}
