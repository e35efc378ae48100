import { type EgressGuard, withDeadline } from '@output-review/runtime';

import type { SinkAnswer } from '../../use-cases/deliveries/sink.ts';
import { describeFailure } from './describe-failure.ts';
import { readExcerpt } from './read-excerpt.ts';
import { readRetryAfter } from './retry-after.ts';

/** From the look-up of the name to the end of the answer. Source: resolved interface, §10. */
export const ATTEMPT_MS_MAX = 15_000;

const USER_AGENT = 'output-review/1';

export interface PostOptions {
  readonly egress: Pick<EgressGuard, 'fetch'>;
  readonly timeoutMs: number;
}

export interface Post {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: string;
  readonly sentAt: Date;
}

/**
 * Posts JSON to a URL that a user has given us, and says how that went. Any 2xx is a success, also where
 * its body is never sent to its end; a redirect is a failure.
 *
 * @throws what the signal is aborted with.
 */
export function postJson(
  post: Post,
  { egress, timeoutMs }: PostOptions,
  signal: AbortSignal,
): Promise<SinkAnswer> {
  return withDeadline({ timeoutMs, signal }, async (ended) => {
    try {
      return await exchange(post, egress, ended);
    } catch (error) {
      if (signal.aborted) throw error;
      const isLate = ended.aborted;
      const fault = isLate ? `There was no answer within ${timeoutMs / 1_000} s.` : null;
      const failed = { status: null, answer: null, retryAfterMs: null };
      return { ...failed, error: fault ?? describeFailure(error) };
    }
  });
}

async function exchange(
  { url, headers = {}, json, sentAt }: Post,
  egress: PostOptions['egress'],
  signal: AbortSignal,
): Promise<SinkAnswer> {
  const response = await egress.fetch(url, {
    method: 'POST',
    // An answer is taken as it is: nothing of it needs to be unpacked.
    headers: {
      ...{ 'content-type': 'application/json', 'user-agent': USER_AGENT },
      ...{ 'accept-encoding': 'identity', ...headers },
    },
    body: json,
    redirect: 'manual',
    signal,
  });
  const { status } = response;
  return {
    ...{ status, error: faultOf(status), answer: await readExcerpt(response.body) },
    retryAfterMs: readRetryAfter(response.headers.get('retry-after'), sentAt),
  };
}

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `It answered ${status}, a redirect, which is not followed.`;
  return `It answered ${status}.`;
}
