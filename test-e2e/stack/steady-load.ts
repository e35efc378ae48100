import { setTimeout as delay } from 'node:timers/promises';

/** What became of submissions that never stopped coming. */
export interface LoadOutcome {
  /** Ids that were answered with 202. */
  readonly accepted: readonly string[];
  /** Calls that found nobody listening. */
  readonly refused: number;
  /** 503 with Retry-After. */
  readonly unavailable: number;
  /** Calls that were begun and broke off without an answer, and answers that nobody should get. */
  readonly lost: readonly string[];
}

export interface SteadyLoad {
  /** How many were accepted so far. */
  accepted(): number;
  stop(): Promise<LoadOutcome>;
}

export interface LoadOptions {
  readonly url: string;
  readonly token: string;
  readonly project: string;
}

const CALLERS = 8;
// Each caller waits so long between an answer and its next call: a load, and room for the rest.
const PAUSE_MS = 20;
const PAUSE_WHILE_REFUSED_MS = 200;

/** Submits from several callers at once, over connections that are kept, until it is stopped. */
export function startLoad({ url, token, project }: LoadOptions): SteadyLoad {
  const accepted: string[] = [];
  const lost: string[] = [];
  let [refused, unavailable, isOver] = [0, 0, false];

  const submit = async (id: string): Promise<number> => {
    const response = await fetch(`${url}/api/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id, project, output: `An output, ${id}.` }),
    });
    const text = await response.text();
    if (response.status === 202) {
      accepted.push(id);
      return PAUSE_MS;
    }
    if (response.status === 503 && response.headers.has('retry-after')) unavailable += 1;
    else lost.push(`${id}: ${response.status} ${text}`);
    return PAUSE_WHILE_REFUSED_MS;
  };
  const call = async (caller: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const id = `${project}-${caller}-${count}`.replaceAll(' ', '-');
      const pauseMs = await submit(id).catch((error: unknown) => {
        if (codeOf(error) === 'ECONNREFUSED') refused += 1;
        else lost.push(`${id}: ${codeOf(error)}`);
        return PAUSE_WHILE_REFUSED_MS;
      });
      await delay(pauseMs);
    }
  };
  const calling = Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
  return {
    accepted: () => accepted.length,
    stop: async () => {
      isOver = true;
      await calling;
      return { accepted, refused, unavailable, lost };
    },
  };
}

/** fetch says what went wrong in the cause of what it throws. */
function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Object && 'cause' in error ? error.cause : error;
  if (cause instanceof Object && 'code' in cause) return String(cause.code);
  return String(cause);
}
