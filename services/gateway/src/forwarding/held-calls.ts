import { isAtLeast, type Role } from '@output-review/contracts';
import { type Logger, retryTransient, within } from '@output-review/runtime';

import type { ActingSession, SessionLookup } from '../access/session-lookup.ts';
import type { TokenLookup } from '../access/token-lookup.ts';

/** What a call goes on by: a session while it acts in a workspace in the role, or a token while it is good. */
export type HeldCredential =
  | {
      readonly kind: 'session';
      readonly token: string;
      readonly workspaceId: string;
      /** The least that its user has to be. */
      readonly role: Role;
    }
  | { readonly kind: 'token'; readonly token: string };

/** Why a call ends before its time: its credential has died, could not be checked, or the gateway stops. */
export type EndReason = 'dead credential' | 'unchecked' | 'stopping';

/** A stream or a wait: a call that is answered later, or for a long time. */
export interface HeldCall {
  readonly credential: HeldCredential;
  end(why: EndReason): void;
}

export interface HeldCallsOptions {
  readonly sessions: Pick<SessionLookup, 'findWorkspaces'>;
  readonly tokens: Pick<TokenLookup, 'find'>;
  readonly log: Logger;
  /** How long a check may take. */
  readonly checkMsMax: number;
}

export interface HeldCallChecks {
  readonly everyMs: number;
  /** How long each may take. */
  readonly msMax: number;
}

/** Together they stay below five seconds. */
export const HELD_CALL_CHECKS: HeldCallChecks = { everyMs: 1_000, msMax: 3_500 };

/** Ends the calls of those who may not listen any more: within five seconds. Source: the interface. */
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

  /** Two statements for all of them. Whoever cannot be checked in time has to come again. */
  async check(): Promise<void> {
    const calls = [...this.#calls];
    if (calls.length === 0) return;
    const isGood = await this.#find(calls.map(({ credential }) => credential));
    if (!isGood) {
      this.#options.log.warn(
        { calls: calls.length },
        'streams and waits closed because they could not be checked',
      );
    }
    for (const call of calls) {
      if (!isGood) call.end('unchecked');
      else if (!isGood(call.credential)) call.end('dead credential');
    }
  }

  endAll(): void {
    for (const call of this.#calls) call.end('stopping');
  }

  /** @returns what tells whether a credential is good; null where it takes too long. */
  async #find(
    credentials: readonly HeldCredential[],
  ): Promise<((credential: HeldCredential) => boolean) | null> {
    const { sessions, tokens, checkMsMax } = this.#options;
    const of = (kind: HeldCredential['kind']): string[] => [
      ...new Set(credentials.flatMap((each) => (each.kind === kind ? [each.token] : []))),
    ];
    const find = async (): Promise<(credential: HeldCredential) => boolean> => {
      const [workspaces, good] = await Promise.all([
        findWorkspaces(sessions, of('session')),
        findGood(tokens, of('token')),
      ]);
      return (each) => {
        if (each.kind === 'token') return good.has(each.token);
        const acting = workspaces.get(each.token);
        return acting?.workspaceId === each.workspaceId && isAtLeast(acting.role, each.role);
      };
    };
    const late = new AbortController();
    let isGood: ((credential: HeldCredential) => boolean) | null = null;
    // A database that is started again is back before that.
    const finding = retryTransient(find, { signal: late.signal });
    await within(
      checkMsMax,
      finding.then((found) => (isGood = found)),
    );
    late.abort();
    return isGood;
  }
}

async function findWorkspaces(
  sessions: HeldCallsOptions['sessions'],
  found: readonly string[],
): Promise<ReadonlyMap<string, ActingSession>> {
  return found.length === 0 ? new Map() : sessions.findWorkspaces(found);
}

/** Those that are asked for together share a statement. */
async function findGood(
  tokens: HeldCallsOptions['tokens'],
  wanted: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(wanted.map((token) => tokens.find(token)));
  return new Set(wanted.filter((_, at) => found[at] !== null));
}
