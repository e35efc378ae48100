import { type AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';

import type { ServiceCalls } from '../services-access/service-calls.ts';
import type { Evidence, KeptHead, StoredRecord } from './verify-chain.ts';

const { listAuditHeads, listKeptAuditHeads, readAuditChain } = INTERNAL_OPERATIONS;

type ReviewHead = AnswerOf<typeof listAuditHeads>['heads'][number];
type GatewayHead = AnswerOf<typeof listKeptAuditHeads>['heads'][number];
/** Calls operations of the services. */
export type Calls = Pick<ServiceCalls, 'call'>;

/** The evidence of one workspace's chain. */
export interface ChainFound extends Evidence {
  readonly workspaceId: string;
}

const PAGE = 1_000;

/** Reads every chain that review stores or that the gateway has seen. */
export async function* readChains(calls: Calls): AsyncGenerator<ChainFound> {
  const heads = new Map<string, ReviewHead>();
  for await (const head of reviewHeads(calls)) heads.set(head.workspaceId, head);
  const seen = await workspacesSeen(calls);
  for (const workspaceId of new Set([...heads.keys(), ...seen])) {
    const head = heads.get(workspaceId) ?? null;
    const kept = seen.has(workspaceId) ? await keptHeadsOf(calls, workspaceId) : [];
    const records = readRecords(calls, workspaceId);
    yield { workspaceId, head, kept, records, erasedAt: head?.erasedAt ?? null };
  }
}

/** Reads the chain again if its workspace has been erased in the meantime; null if it has not. */
export async function readErased(
  calls: Calls,
  { workspaceId, kept }: ChainFound,
): Promise<ChainFound | null> {
  for await (const head of reviewHeads(calls)) {
    if (head.workspaceId !== workspaceId || head.erasedAt === null) continue;
    const records = readRecords(calls, workspaceId);
    return { workspaceId, head, kept, records, erasedAt: head.erasedAt };
  }
  return null;
}

async function* reviewHeads(calls: Calls): AsyncGenerator<ReviewHead> {
  let after: string | undefined;
  do {
    const body = { ...(after !== undefined && { after }), limit: PAGE };
    const { heads } = known(await calls.call('review', listAuditHeads, { body }));
    yield* heads;
    after = heads.length === PAGE ? heads.at(-1)?.workspaceId : undefined;
  } while (after !== undefined);
}

/** The workspaces that the gateway has seen records of. */
async function workspacesSeen(calls: Calls): Promise<Set<string>> {
  const seen = new Set<string>();
  let last = await keptPage(calls, { workspaceId: '', seq: 0 });
  while (last.length > 0) {
    for (const { workspaceId } of last) seen.add(workspaceId);
    // Skips the rest of the last workspace.
    const workspaceId = last.at(-1)?.workspaceId ?? '';
    last = await keptPage(calls, { workspaceId, seq: Number.MAX_SAFE_INTEGER });
  }
  return seen;
}

async function keptHeadsOf(calls: Calls, workspaceId: string): Promise<KeptHead[]> {
  const kept: KeptHead[] = [];
  for (;;) {
    const page = await keptPage(calls, { workspaceId, seq: kept.at(-1)?.seq ?? 0 });
    const own = page.filter((head) => head.workspaceId === workspaceId);
    kept.push(...own);
    if (own.length < PAGE) return kept;
  }
}

async function keptPage(
  calls: Calls,
  after: { readonly workspaceId: string; readonly seq: number },
): Promise<readonly GatewayHead[]> {
  const body = { after, limit: PAGE };
  return known(await calls.call('gateway', listKeptAuditHeads, { body })).heads;
}

async function* readRecords(calls: Calls, workspaceId: string): AsyncGenerator<StoredRecord> {
  let afterSeq = 0;
  for (;;) {
    const body = { workspaceId, afterSeq, limit: PAGE };
    const { records } = known(await calls.call('review', readAuditChain, { body }));
    yield* records;
    if (records.length < PAGE) return;
    afterSeq = records.at(-1)?.seq ?? afterSeq;
  }
}

function known<T>(answer: T | null): T {
  if (answer === null)
    throw new Error('These services keep no audit log. They belong to another release.');
  return answer;
}
