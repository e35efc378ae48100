import { isAtLeast, type Role } from '@output-review/contracts';
import {
  type Clock,
  type Logger,
  retryTransient,
  type SqlClient,
  within,
} from '@output-review/runtime';

import { findWorkspaces } from '../access/sessions.sql.ts';
import type { TokenLookup } from '../access/token-lookup.ts';

/** The credential of a held call: a session that acts in a workspace with the role, or a token. */
export type HeldCredential =
  | {
      readonly kind: 'session';
      readonly token: string;
      readonly workspaceId: string;
      /** The minimum role of its user. */
      readonly role: Role;
    }
  | { readonly kind: 'token'; readonly token: string };

/** Why a call ends early: its credential is no longer valid or could not be checked, or the gateway shuts down. */
export type EndReason = 'dead credential' | 'unchecked' | 'stopping';

/** A stream or a wait: a call that is answered later or over a long time. */
export interface HeldCall {
  readonly credential: HeldCredential;
  end(why: EndReason): void;
}

export interface HeldCallChecks {
  readonly everyMs: number;
  /** Time limit of each check. */
  readonly msMax: number;
}

interface HeldCallsOptions {
  readonly db: SqlClient;
  readonly clock: Clock;
  readonly tokens: TokenLookup;
  readonly log: Logger;
  /** Time limit of a check. */
  readonly checkMsMax: number;
}

/** The sum stays below five seconds. */
export const HELD_CALL_CHECKS: HeldCallChecks = { everyMs: 1_000, msMax: 3_500 };

/** Ends held calls within five seconds after their credential becomes invalid. Source: the interface. */
export class HeldCalls {
  readonly #calls = new Set<HeldCall>();
  readonly #options: HeldCallsOptions;

  constructor(options: HeldCallsOptions) {
    this.#options = options;
  }

  add(call: HeldCall): void {
    this.#calls.add(call);
  }

  remove(call: HeldCall): void {
    this.#calls.delete(call);
  }

  /** Checks all calls with two statements. Ends calls that cannot be checked in time; their clients must reconnect. */
  async check(): Promise<void> {
    const calls = [...this.#calls];
    if (calls.length === 0) return;
    const isValid = await this.#find(calls.map(({ credential }) => credential));
    if (!isValid) {
      this.#options.log.warn(
        { calls: calls.length },
        'streams and waits closed because they could not be checked',
      );
    }
    for (const call of calls) {
      if (!isValid) call.end('unchecked');
      else if (!isValid(call.credential)) call.end('dead credential');
    }
  }

  endAll(): void {
    for (const call of this.#calls) call.end('stopping');
  }

  /** @returns a function that tells whether a credential is valid; null if the check takes too long. */
  async #find(
    credentials: readonly HeldCredential[],
  ): Promise<((credential: HeldCredential) => boolean) | null> {
    const { db, clock, tokens, checkMsMax } = this.#options;
    const of = (kind: HeldCredential['kind']): string[] => [
      ...new Set(credentials.flatMap((each) => (each.kind === kind ? [each.token] : []))),
    ];
    const find = async (): Promise<(credential: HeldCredential) => boolean> => {
      const [workspaces, good] = await Promise.all([
        findWorkspaces(db, of('session'), clock.now()),
        findValidTokens(tokens, of('token')),
      ]);
      return (each) => {
        if (each.kind === 'token') return good.has(each.token);
        const acting = workspaces.get(each.token);
        return acting?.workspaceId === each.workspaceId && isAtLeast(acting.role, each.role);
      };
    };
    const late = new AbortController();
    let isValid: ((credential: HeldCredential) => boolean) | null = null;
    // A restarting database is back before the time limit.
    const finding = retryTransient(find, { signal: late.signal });
    await within(
      checkMsMax,
      finding.then((found) => (isValid = found)),
    );
    late.abort();
    return isValid;
  }
}

/** Lookups that start together share a statement. */
async function findValidTokens(
  tokens: TokenLookup,
  wanted: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(wanted.map((token) => tokens.find(token)));
  return new Set(wanted.filter((_, at) => found[at] !== null));
}
