import { type EgressGuard, EgressRefused } from '@output-review/runtime';
import type { Response } from 'undici';

import { fileFault } from '../content/content.pure.ts';

/** Source: the rules for files of the interface. */
const REDIRECTS_MAX = 3;
const REDIRECT_STATUS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
// Compressed bytes are not those of the file, and their size is meaningless.
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'output-review' };

/**
 * Opens a URL, following at most three redirects. Each address is validated.
 *
 * @returns the response with its body unread.
 * @throws AppError UNPROCESSABLE_ATTACHMENT; the signal's reason.
 */
export async function fetchUrl(
  egress: EgressGuard,
  url: string,
  signal: AbortSignal,
): Promise<Response> {
  let target = url;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const answer = await ask(egress, target, signal);
    if (!REDIRECT_STATUS.has(answer.status)) return checkAnswer(answer);
    await discard(answer);
    target = nextTarget(answer, target);
  }
  throw fileFault(`The URL redirects more than ${REDIRECTS_MAX} times.`);
}

async function ask(egress: EgressGuard, url: string, signal: AbortSignal): Promise<Response> {
  const fault = await egress.validateUrl(url);
  if (fault) throw fileFault(`The URL cannot be fetched: ${fault}`);
  try {
    return await egress.fetch(url, { redirect: 'manual', headers: HEADERS, signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (EgressRefused.isCauseOf(error)) {
      throw fileFault('The URL leads to an address that is not allowed.');
    }
    throw fileFault('The server of the URL cannot be reached.');
  }
}

function nextTarget(answer: Response, from: string): string {
  const location = answer.headers.get('location');
  if (location === null || !URL.canParse(location, from)) {
    throw fileFault('The server of the URL sent a redirect without a valid target.');
  }
  return new URL(location, from).href;
}

async function checkAnswer(answer: Response): Promise<Response> {
  const fault = answerFault(answer);
  if (fault === null) return answer;
  await discard(answer);
  throw fileFault(fault);
}

function answerFault({ ok, status, headers }: Response): string | null {
  if (!ok || status === 206) return `The server of the URL responded with ${status}.`;
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.trim().toLowerCase() === 'identity') return null;
  return (
    'The server of the URL sends compressed bytes (Content-Encoding), although the request did ' +
    'not accept them.'
  );
}

/** Cancels an unwanted body, however long it is. */
async function discard({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => {});
}
