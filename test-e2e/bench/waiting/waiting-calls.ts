import { randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';

import { Agent } from 'undici';

interface Status {
  readonly settled: boolean;
  readonly decidedAt: string;
}

const WAIT_SECONDS_MAX = 60;

/** Calls that each wait for an output. A wait that times out is repeated. */
export class WaitingCalls {
  readonly #url: string;
  readonly #tokens: readonly string[];
  // One connection per call, as real clients have.
  readonly #agent = new Agent({ connections: null, headersTimeout: 0, bodyTimeout: 0 });
  readonly #stopping = new AbortController();
  readonly #answered = new Map<string, (ms: number) => void>();
  #begun = 0;

  constructor(url: string, tokens: readonly string[]) {
    this.#url = url;
    setMaxListeners(0, this.#stopping.signal);
    this.#tokens = tokens;
  }

  begin(ids: readonly string[]): void {
    for (const id of ids) {
      const token = this.#tokens[this.#begun % this.#tokens.length] ?? '';
      this.#begun += 1;
      void this.#wait(id, token).catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) throw error;
      });
    }
  }

  /** @returns the time from the decision to the response, by the shared clock of both sides. */
  answerOf(id: string): Promise<number> {
    return new Promise((resolve) => this.#answered.set(id, resolve));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#agent.destroy();
  }

  async #wait(id: string, token: string): Promise<void> {
    // Random, so that waits that began together do not end together.
    for (let seconds = WAIT_SECONDS_MAX; ; seconds = randomInt(1, WAIT_SECONDS_MAX + 1)) {
      const { statusCode, body } = await this.#agent.request({
        ...{
          origin: this.#url,
          path: `/api/logs/${id}/status?wait=${seconds}`,
          method: 'GET',
        },
        ...{ headers: { authorization: `Bearer ${token}` }, signal: this.#stopping.signal },
      });
      const at = Date.now();
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`A wait was answered ${statusCode}: ${text}`);
      const { settled, decidedAt } = JSON.parse(text) as Status;
      if (!settled) continue;
      this.#answered.get(id)?.(at - Date.parse(decidedAt));
      return;
    }
  }
}
