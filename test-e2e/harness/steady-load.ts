import { setTimeout as delay } from 'node:timers/promises';

import { eventually } from '@output-review/runtime/testing';

import type { Client } from './client.ts';
import { search } from './outputs.ts';

/** The result of a continuous load. */
export interface LoadOutcome {
  /** IDs answered with 202. */
  readonly accepted: readonly string[];
  /** Calls whose connection was refused. */
  readonly refused: number;
  /** Responses of 503 with Retry-After. */
  readonly unavailable: number;
  /** IDs of calls that failed without a response, with the reason. */
  readonly broken: ReadonlyMap<string, string>;
  /** Unexpected responses. */
  readonly wrong: readonly string[];
  /** The longest wait for a response. */
  readonly longestMs: number;
}

export interface SteadyLoad {
  /** The number accepted so far. */
  accepted(): number;
  /** Waits until this many more are accepted. */
  growsBy(count: number): Promise<void>;
  stop(): Promise<LoadOutcome>;
}

export interface LoadOptions {
  readonly url: string;
  readonly token: string;
  readonly project: string;
}

export const CALLERS = 8;
// Pause of each caller between calls, which leaves capacity for the rest.
const PAUSE_MS = 20;
const PAUSE_WHILE_REFUSED_MS = 200;
const GROWS_MS_MAX = 60_000;

/** Submits from several concurrent callers over keep-alive connections until stopped. */
export function startLoad({ url, token, project }: LoadOptions): SteadyLoad {
  const accepted: string[] = [];
  const broken = new Map<string, string>();
  const wrong: string[] = [];
  let [refused, unavailable, longestMs, isOver] = [0, 0, 0, false];

  const submit = async (id: string): Promise<number> => {
    const begunAt = performance.now();
    const response = await fetch(`${url}/api/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id, project, output: `An output, ${id}.` }),
    });
    const text = await response.text();
    longestMs = Math.max(longestMs, performance.now() - begunAt);
    if (response.status === 202) {
      accepted.push(id);
      return PAUSE_MS;
    }
    if (response.status === 503 && response.headers.has('retry-after')) unavailable += 1;
    else wrong.push(`${id}: ${response.status} ${text}`);
    return PAUSE_WHILE_REFUSED_MS;
  };
  const call = async (caller: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const id = `${project}-${caller}-${count}`.replaceAll(' ', '-');
      const pauseMs = await submit(id).catch((error: unknown) => {
        if (codeOf(error) === 'ECONNREFUSED') refused += 1;
        else broken.set(id, codeOf(error));
        return PAUSE_WHILE_REFUSED_MS;
      });
      await delay(pauseMs);
    }
  };
  const calling = Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
  return {
    accepted: () => accepted.length,
    growsBy: (count) => {
      const wanted = accepted.length + count;
      return eventually(() => {
        if (accepted.length < wanted) throw new Error(`${accepted.length} of ${wanted} accepted`);
      }, GROWS_MS_MAX);
    },
    stop: async () => {
      isOver = true;
      await calling;
      return { accepted, refused, unavailable, broken, wrong, longestMs };
    },
  };
}

/** fetch reports the reason in the cause of its error. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : 'unknown';
}

/**
 * The accepted outputs of a project that search does not list as passed. Does not read them by ID, because that would
 * repair a lost event in review.
 */
export async function findLost(
  client: Client,
  { project, accepted }: { readonly project: string; readonly accepted: readonly string[] },
): Promise<string[]> {
  const passed = new Set<string>();
  let at: Readonly<Record<string, string>> | null = {};
  while (at !== null) {
    const query = { project, status: 'pass', fields: 'id', limit: '100', ...at };
    const { executions, nextCursor } = await search(client, query);
    for (const { id } of executions as { id: string }[]) passed.add(id);
    at = typeof nextCursor === 'string' ? { cursor: nextCursor } : null;
  }
  return accepted.filter((id) => !passed.has(id));
}
