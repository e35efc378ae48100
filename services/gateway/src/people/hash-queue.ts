import { hashPassword, verifyPassword } from '@better-auth/utils/password';
import { AppError } from '@output-review/errors';
import { siteBlock } from '@output-review/runtime';

/** How passwords are kept. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(kept: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** As better-auth kept them. */
export const SCRYPT: PasswordHasher = {
  hash: hashPassword,
  verify: ({ hash, password }) => verifyPassword(hash, password),
};

// scrypt takes a thread of Node's pool, which has four unless the operator says otherwise; signatures, files
// and names of hosts need one too.
const RUNNING_MAX = 2;
// Some seconds of hashing.
export const WAITING_MAX = 100;
export const WAITING_PER_LINE_MAX = 16;

/** Who has a password hashed. */
export interface Asker {
  /** Whose hashes wait for each other. */
  readonly line: string;
  readonly kind: 'known' | 'stranger';
}

/** Somebody of whom no more is known than whence they call: many may share a site, and one may have all of it. */
export function strangerAt(address: string | null): Asker {
  return { line: `site/${address === null ? 'unknown' : siteBlock(address)}`, kind: 'stranger' };
}

/** Somebody with a session, or a browser that has signed in to the account before. */
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
 * Hashes few passwords of this process at once, the lines in turn: anybody may have as many hashed as they like,
 * and would hold up all that needs a thread. Strangers cannot take the places of who is known, and few long lines not
 * those of all strangers.
 */
export class HashQueue {
  readonly #hasher: PasswordHasher;
  /** Who waits, by line; who was given a turn last is the last. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #waiting = { known: 0, stranger: 0 };
  #running = 0;

  constructor(hasher: PasswordHasher) {
    this.#hasher = hasher;
  }

  /** The hasher as somebody may use it; it throws as `inTurn` does. */
  hasherOf(asker: Asker): PasswordHasher {
    return {
      hash: (password) => this.inTurn(asker, (hasher) => hasher.hash(password)),
      verify: (kept) => this.inTurn(asker, (hasher) => hasher.verify(kept)),
    };
  }

  /**
   * Does what it takes to hash or verify a password, when it is its turn.
   *
   * @throws AppError RATE_LIMITED where too much of theirs waits already, UNAVAILABLE where too much of all does; what
   *   the work fails with.
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

  /** Refuses the last of the longest line, for one that will not be as long. */
  #makeRoom(kind: Asker['kind'], length: number): void {
    const lines = [...this.#lines.values()].filter(([first]) => first?.kind === kind);
    const longest = lines.reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= length) throw tooMany();
    longest.pop()?.refuse(tooManyOfTheirs());
  }

  /** Gives the place of a hash that has ended to the next, if any waits. */
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

function tooMany(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'Too many passwords are being checked right now. Try again in a moment.',
    { retryAfterSeconds: 5 },
  );
}
