import { callUntilAnswered } from './call-until-answered.ts';
import { projectOf } from './planned-output.ts';
import type { ClientLog } from './what-clients-saw.ts';

/** An output in a search result. */
export interface StoredOutput {
  readonly id: string;
  readonly status: string;
  readonly verdict: string | null;
  readonly humanDecision: string | null;
}

/** All outputs of a run. */
export interface StoredOutputs {
  readonly outputs: readonly StoredOutput[];
  /** The total of the search. */
  readonly total: number;
  /** The number of runs in its summary. */
  readonly totalRuns: number;
}

export interface ReadOptions {
  readonly url: string;
  readonly run: string;
  readonly token: string;
  readonly log: ClientLog;
  readonly signal: AbortSignal;
}

interface SearchPage {
  readonly executions: readonly StoredOutput[];
  readonly total: number;
  readonly summary: { readonly totalRuns: number };
  readonly nextCursor: string | null;
}

/** Reads all outputs of a run by search, page by page, like a caller. */
export async function readOutputs(options: ReadOptions): Promise<StoredOutputs> {
  const outputs: StoredOutput[] = [];
  let page = await readPage(options, {});
  const { total, summary } = page;
  outputs.push(...page.executions);
  while (page.nextCursor !== null) {
    page = await readPage(options, { cursor: page.nextCursor });
    outputs.push(...page.executions);
  }
  return { outputs, total, totalRuns: summary.totalRuns };
}

/** The number of outputs of a run, and how many still wait for evaluation. */
export async function countOutputs(
  options: ReadOptions,
): Promise<{ readonly total: number; readonly pending: number }> {
  const { total: pending } = await readPage(options, { status: 'pending', limit: '1' });
  const { total } = await readPage(options, { limit: '1' });
  return { total, pending };
}

/** The number of decisions of an output, from its details. */
export async function countDecisions(id: string, options: ReadOptions): Promise<number> {
  const detail = await read(`/api/logs/${id}`, options);
  return (detail as { decisions: unknown[] }).decisions.length;
}

async function readPage(
  options: ReadOptions,
  query: Readonly<Record<string, string>>,
): Promise<SearchPage> {
  const search = new URLSearchParams({
    ...{ project: projectOf(options.run), limit: '100' },
    ...{ fields: 'id,status,verdict,humanDecision' },
    ...query,
  });
  return (await read(`/api/logs?${search.toString()}`, options)) as SearchPage;
}

async function read(path: string, { url, token, log, signal }: ReadOptions): Promise<unknown> {
  const answer = await callUntilAnswered({
    url: `${url}${path}`,
    init: { headers: { authorization: `Bearer ${token}` } },
    ...{ wanted: [200], log, signal },
  });
  if (answer === null) throw new Error(`${path} was not answered in time`);
  return answer;
}
