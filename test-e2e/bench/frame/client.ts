import type { OutputStatus } from '@output-review/contracts';

import {
  type Answer,
  type Client,
  type JsonObject,
  makeClient,
  signIn,
} from '../../harness/client.ts';
import { BENCH_ACCOUNT } from './service.ts';

/** A client with the token of every bench. */
export function automationAt(url: string): Client {
  return makeClient(url, { authorization: `Bearer ${BENCH_ACCOUNT.token}` });
}

/** A client signed in as the admin of every bench. */
export function adminAt(url: string): Promise<Client> {
  return signIn(url, BENCH_ACCOUNT.email, BENCH_ACCOUNT.password);
}

/** @throws Error unless the response is a success. */
export async function bodyOf(answering: Promise<Answer>): Promise<JsonObject> {
  const { status, body, text } = await answering;
  if (status >= 200 && status < 300) return body;
  throw new Error(`A call was answered ${status}: ${text}`);
}

export interface SearchAnswer {
  /** The status of each output of the page. */
  readonly statuses: readonly OutputStatus[];
  readonly total: number;
  readonly summary: { readonly totalRuns: number };
}

export async function search(automation: Client, query: string): Promise<SearchAnswer> {
  const { executions, total, summary } = await bodyOf(automation.get(`/api/logs?${query}`));
  const statuses = (executions as { status: OutputStatus }[]).map(({ status }) => status);
  return { statuses, total: Number(total), summary: summary as SearchAnswer['summary'] };
}

/** Submits outputs that need an approval, this many at a time. */
export async function submitHeld(
  url: string,
  outputs: readonly JsonObject[],
  atATime: number,
): Promise<void> {
  const automation = automationAt(url);
  for (let begun = 0; begun < outputs.length; begun += atATime) {
    const some = outputs.slice(begun, begun + atATime);
    await Promise.all(
      some.map((each) => {
        const submission = { ...each, output: 'Send it?', requireApproval: true };
        return bodyOf(automation.post('/api/logs', submission));
      }),
    );
  }
}

export async function createRules(url: string, rules: readonly JsonObject[]): Promise<void> {
  const admin = await adminAt(url);
  for (const rule of rules) await bodyOf(admin.post('/api/rules', rule));
}
