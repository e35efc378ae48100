import { callUntilAnswered } from './call-until-answered.ts';
import { projectOf } from './planned-output.ts';
import type { ClientLog } from './what-clients-saw.ts';

/** An output as search shows it. */
export interface StoredOutput {
  readonly id: string;
  readonly status: string;
  readonly verdict: string | null;
  readonly humanDecision: string | null;
}

/** All outputs of a run. */
export interface StoredOutputs {
  readonly outputs: readonly StoredOutput[];
  /** How many search counts. */
  readonly total: number;
  /** How many its summary counts, and how many of them wait for the rules. */
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

/** Reads every output of a run as a caller would, page by page. */
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

/** How many outputs of a run are there, and how many of them still wait for the rules. */
export async function countOutputs(
  options: ReadOptions,
): Promise<{ readonly total: number; readonly pending: number }> {
  const { total: pending } = await readPage(options, { status: 'pending', limit: '1' });
  const { total } = await readPage(options, { limit: '1' });
  return { total, pending };
}

/** How often an output was decided, as its own page tells. */
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
