import { expect, test } from '@jest/globals';
import { type AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import {
  generateAssertionKeys,
  makeAssertionIssuer,
  makeServiceClient,
  systemClock,
} from '@output-review/runtime';
import { eventually, silentLog, watchReads } from '@output-review/runtime/testing';

import { useTestGateway } from '../../test/start-test-gateway.ts';
import { thinHeads } from './heads.sql.ts';

const { listKeptAuditHeads } = INTERNAL_OPERATIONS;
type KeptHead = AnswerOf<typeof listKeptAuditHeads>['heads'][number];

const operatorKeys = generateAssertionKeys();
const system = useTestGateway({ operatorPublicKey: operatorKeys.publicKey });

/** Starts a second gateway, which asks review for the heads when it starts. */
async function look(until: (kept: KeptHead[]) => void): Promise<KeptHead[]> {
  const another = await system.startAgain();
  try {
    return await eventually(async () => {
      const kept = await keptHeads();
      until(kept);
      return kept;
    });
  } finally {
    await another.stop();
  }
}

async function keptHeads(after?: { workspaceId: string; seq: number }): Promise<KeptHead[]> {
  const issuer = makeAssertionIssuer(operatorKeys.privateKey, systemClock);
  const baseUrl = () => system.gateway.url;
  const client = makeServiceClient({ service: 'gateway', baseUrl, log: silentLog });
  try {
    const { heads } = await client.call(listKeptAuditHeads, {
      body: { ...(after && { after }), limit: 1000 },
      assertion: issuer.as({ kind: 'operator' }),
    });
    return heads;
  } finally {
    await client.close();
  }
}

const head = (workspaceId: string, seq: number, link: string) => ({
  ...{ workspaceId, seq, link, erasedAt: null },
});

test('keeps every head as first seen, whatever review reports later', async () => {
  const { auditHeads } = system.peers.review;
  // More than one page.
  const many = Array.from({ length: 1_001 }, (_, n) =>
    head(`m${String(n).padStart(4, '0')}`, 1, 'l'),
  );
  const ids = ['a', 'b', ...many.map(({ workspaceId }) => workspaceId)];
  await system.sql.query(
    `INSERT INTO workspaces (id, name, created_at, deleted_at)
     SELECT id, 'Kept', now(), NULL FROM unnest($1::text[]) AS id
     UNION ALL SELECT 'a-ended', 'Ended', now(), now()`,
    [ids],
  );
  const ended = [head('a-ended', 1, 'l'), head('a-unknown', 1, 'l')];
  auditHeads.push(head('a', 3, 'a3'), ...ended, head('b', 0, ''), ...many);
  await look((kept) => expect(kept).toHaveLength(1_000));

  const last = many.at(-1)?.workspaceId ?? '';
  expect(await keptHeads({ workspaceId: 'm0998', seq: 1 })).toMatchObject([
    ...[{ workspaceId: 'm0999' }, { workspaceId: last }],
  ]);
  auditHeads.splice(0, Infinity, head('a', 3, 'forged'), head('b', 2, 'b2'));
  await look((kept) => expect(kept).toContainEqual(expect.objectContaining({ link: 'b2' })));
  auditHeads.splice(0, Infinity, head('a', 2, 'cut'), head('b', 4, 'b4'));
  const kept = await look((now) => expect(now[3]).toMatchObject({ workspaceId: 'b', seq: 4 }));

  expect(kept.slice(0, 4)).toMatchObject(
    [...[head('a', 2, 'cut'), head('a', 3, 'a3')], ...[head('b', 2, 'b2'), head('b', 4, 'b4')]].map(
      ({ workspaceId, seq, link }) => ({ workspaceId, seq, link }),
    ),
  );
});

test('keeps only the last head of each day once heads are more than a day old', async () => {
  await system.sql.query(
    `INSERT INTO audit_heads (workspace_id, seq, link, kept_at)
     SELECT 'a-old', n, n::text, date_trunc('day', now(), 'UTC') - interval '36 hours' + n * interval '1 minute'
     FROM generate_series(1, 3) AS n
     UNION ALL SELECT 'a-old', 10 + n, n::text, now() - n * interval '1 minute' FROM generate_series(0, 1) AS n`,
  );

  await look((now) => {
    const kept = now.filter(({ workspaceId }) => workspaceId === 'a-old');
    expect(kept.map(({ seq }) => seq)).toEqual([3, 10, 11]);
  });
});

test('thins heads without reading those of other days', async () => {
  await system.sql.query(
    `INSERT INTO audit_heads (workspace_id, seq, link, kept_at)
     SELECT 'w-' || w, 100 + n, 'l', now() - interval '25 hours' + n * interval '1 day'
     FROM generate_series(1, 500) AS w, generate_series(-50, 0) AS n`,
  );
  await system.sql.query('ANALYZE audit_heads');
  const { reads, query } = watchReads(system.sql);

  await thinHeads({ query });

  expect(Math.max(...reads)).toBeLessThan(5_000);
});
