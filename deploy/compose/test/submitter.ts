import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Submits without a pause, whatever happens to the service. */
export interface Submitter {
  /** Stops it and returns the answers. */
  stop(): Promise<Submissions>;
}

export interface Submissions {
  readonly accepted: readonly string[];
  /** Refused connections, and 503 answers with Retry-After. */
  readonly refused: number;
  /** Answers that no client should ever see. */
  readonly strange: readonly string[];
}

const PAUSE_MS = 20;
const TIMEOUT_MS = 15_000;

/** Submits outputs to a project one after the other. After a refusal it repeats the same output with the same ID. */
export function startSubmitting(project: string): Submitter {
  const { OUTPUT_REVIEW_URL = '', OUTPUT_REVIEW_TOKEN = '' } = process.env;
  const accepted: string[] = [];
  const strange: string[] = [];
  let refused = 0;
  let isStopped = false;

  const attempt = async (id: string): Promise<boolean> => {
    const response = await fetch(`${OUTPUT_REVIEW_URL}/api/logs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${OUTPUT_REVIEW_TOKEN}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ id, project, output: `An output that must not be lost: ${id}` }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    // A 409 would mean that an earlier attempt was accepted. The same content gets the first answer again.
    if (response?.status === 202) accepted.push(id);
    else if (response === null || isHonest(response)) refused += 1;
    else strange.push(`${response.status} ${await response.text().catch(() => '')}`);
    await response?.body?.cancel().catch(() => {});
    return response?.status === 202;
  };

  const run = async (): Promise<void> => {
    while (!isStopped) {
      const id = randomUUID();
      while (!(await attempt(id)) && !isStopped) await delay(10 * PAUSE_MS);
      await delay(PAUSE_MS);
    }
  };
  const running = Promise.all([run(), run(), run()]);

  return {
    async stop() {
      isStopped = true;
      await running;
      return { accepted, refused, strange };
    },
  };
}

function isHonest(response: Response): boolean {
  return response.status === 503 && response.headers.get('retry-after') !== null;
}
