import { type EgressGuard, withDeadline } from '@output-review/runtime';

import { describeFailure, readRetryAfter } from '../deliveries/post-json.ts';
import { readSlackAnswer, type SlackAnswer } from './answers.pure.ts';

export interface SlackApiOptions {
  readonly egress: Pick<EgressGuard, 'fetch'>;
  /** SLACK_API_URL, without a trailing slash. */
  readonly baseUrl: string;
  /** Timeout of a call. */
  readonly timeoutMs: number;
}

export interface SlackCall {
  readonly token: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
}

// The longest response is a page of channel history.
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
// Takes its arguments only as a form.
const FORM_METHODS = new Set(['conversations.history']);

/** Calls the Slack Web API. */
export class SlackApi {
  readonly #options: SlackApiOptions;

  constructor(options: SlackApiOptions) {
    this.#options = options;
  }

  /** @throws the abort reason of the signal. */
  call(method: string, call: SlackCall, signal?: AbortSignal): Promise<SlackAnswer> {
    const { timeoutMs = this.#options.timeoutMs } = call;
    return withDeadline({ timeoutMs, signal }, async (ended) => {
      try {
        return await this.#exchange(method, call, ended);
      } catch (error) {
        if (signal?.aborted) throw error;
        const why = describeFailure(error, ended.aborted ? timeoutMs : null);
        const failed = { ok: false, status: null, code: null, retryAfterMs: null } as const;
        return { ...failed, error: `Slack could not be reached. ${why}`, isUncertain: true };
      }
    });
  }

  async #exchange(
    method: string,
    { token, args }: SlackCall,
    signal: AbortSignal,
  ): Promise<SlackAnswer> {
    const { egress, baseUrl } = this.#options;
    const isForm = FORM_METHODS.has(method);
    const response = await egress.fetch(`${baseUrl}/${method}`, {
      method: 'POST',
      headers: {
        'content-type': isForm
          ? 'application/x-www-form-urlencoded'
          : 'application/json; charset=utf-8',
        authorization: `Bearer ${token}`,
      },
      body: isForm ? formOf(args) : JSON.stringify(args),
      redirect: 'manual',
      signal,
    });
    return readSlackAnswer({
      status: response.status,
      body: parse(await readText(response.body)),
      retryAfterMs: readRetryAfter(response.headers.get('retry-after'), new Date()),
    });
  }
}

function formOf(args: SlackCall['args']): string {
  const entries = Object.entries(args).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new URLSearchParams(entries).toString();
}

async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('The response of Slack is too long');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
