import { auditRecorded } from '@output-review/contracts';
import { FIRST_LINK, makeLinkOf } from '@output-review/shared-kernel';
import { expect, test } from '@jest/globals';

import type { Calls } from './read-chains.ts';
import { verifyChains } from './verify-chains.ts';

const linkOf = makeLinkOf(Buffer.alloc(32, 1).toString('base64'));
const ERASED_AT = '2026-01-02T03:05:00.000Z';

const unlinked = { ...auditRecorded.examples.valid, seq: 1, eventId: 'e' };
const record = { ...unlinked, link: linkOf(FIRST_LINK, unlinked) };

/** The workspaces `a` and `b`, with one record each. */
function startServices({ erasedAt }: { readonly erasedAt: string | null }) {
  let isErased = false;
  const headOf = (workspaceId: string) => ({
    ...{ workspaceId, seq: 1, link: record.link },
    erasedAt: isErased && workspaceId === 'b' ? erasedAt : null,
  });
  const answers = {
    listAuditHeads: () => ({ heads: ['a', 'b'].map(headOf) }),
    listKeptAuditHeads: () => ({ heads: [] }),
    readAuditChain: ({ workspaceId }: { readonly workspaceId?: string }) => {
      // The records of b disappear while those of a are read.
      isErased = true;
      return { records: workspaceId === 'b' ? [] : [record] };
    },
  };
  const call = (_: string, { id }: { readonly id: string }, { body }: { readonly body: object }) =>
    Promise.resolve(answers[id as keyof typeof answers](body));
  return { call: call as Calls['call'] };
}

async function findingsOf(calls: Calls) {
  const found: unknown[] = [];
  for await (const { chain, verdict } of verifyChains(calls, linkOf)) {
    const { workspaceId, erasedAt } = chain;
    found.push({ workspaceId, erasedAt, findings: verdict.findings });
  }
  return found;
}

test('does not report a workspace that is erased while others are read', async () => {
  expect(await findingsOf(startServices({ erasedAt: ERASED_AT }))).toEqual([
    { workspaceId: 'a', erasedAt: null, findings: [] },
    { workspaceId: 'b', erasedAt: ERASED_AT, findings: [] },
  ]);
});

test('reports records that disappear without an erasure', async () => {
  expect(await findingsOf(startServices({ erasedAt: null }))).toEqual([
    { workspaceId: 'a', erasedAt: null, findings: [] },
    { workspaceId: 'b', erasedAt: null, findings: [{ kind: 'cut-off', from: 1, to: 1 }] },
  ]);
});
