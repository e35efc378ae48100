import { auditRecorded } from '@output-review/contracts';
import { FIRST_LINK, makeLinkOf } from '@output-review/shared-kernel';
import { describe, expect, test } from '@jest/globals';

import { describeVerdict } from './describe-verdict.ts';
import { type Evidence, type KeptHead, type StoredRecord, verifyChain } from './verify-chain.ts';

const linkOf = makeLinkOf(Buffer.alloc(32, 1).toString('base64'));
const KEPT_AT = '2026-01-02T03:05:00.000Z';

/** A chain of records that all differ, linked with one key. */
function chain(length: number, by = linkOf): StoredRecord[] {
  let link = FIRST_LINK;
  return Array.from({ length }, (_, n) => {
    const record = {
      ...auditRecorded.examples.valid,
      seq: n + 1,
      eventId: `e${n}`,
      logId: `l${n}`,
    };
    link = by(link, record);
    return { ...record, link };
  });
}

const HONEST = chain(6);
const keptOf = (...seqs: number[]): KeptHead[] =>
  seqs.map((seq) => ({ seq, link: HONEST[seq - 1]?.link ?? '', keptAt: KEPT_AT }));

function verify(records: readonly StoredRecord[], more: Partial<Evidence> = {}) {
  const last = HONEST.at(-1);
  const head = last ? { seq: last.seq, link: last.link } : null;
  return verifyChain(
    { records: each(records), head, kept: keptOf(2, 5), erasedAt: null, ...more },
    linkOf,
  );
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

/** The honest chain with one record replaced. */
const but = (seq: number, change: Partial<StoredRecord>): StoredRecord[] =>
  HONEST.map((record) => (record.seq === seq ? { ...record, ...change } : record));

describe('a chain', () => {
  test('that is unchanged is verified up to the last head that the gateway has seen', async () => {
    expect(await verify(HONEST)).toEqual({
      ...{ records: 6, lastSeq: 6, findings: [] },
      proven: { seq: 5, link: HONEST[4]?.link, keptAt: KEPT_AT },
    });
    expect((await verify(HONEST, { kept: [] })).proven).toBeNull();
  });

  test('whose head has another link is reported at its last record', async () => {
    const { findings } = await verify(HONEST, { head: { seq: 6, link: '0'.repeat(64) } });
    expect(findings).toEqual([{ kind: 'changed', seq: 6 }]);
  });

  test('that grew while it was read counts as unchanged', async () => {
    const head = { seq: 4, link: HONEST[3]?.link ?? '' };
    expect((await verify(HONEST, { head })).findings).toEqual([]);
  });

  test.each<[string, Partial<StoredRecord>]>([
    ['the actor', { actor: { kind: 'user', id: 'u', name: 'mallory@example.com' } }],
    ['the time', { at: '2026-01-02T03:04:05.679Z' }],
    ['the state before', { before: { decision: 'rejected' } }],
    ['the link', { link: '0'.repeat(64) }],
  ])('with a changed record is reported at that record: %s', async (_, change) => {
    const { findings } = await verify(but(3, change));
    expect(findings[0]).toEqual({ kind: 'changed', seq: 3 });
  });

  test.each([1, 3])('without record %d is reported', async (seq) => {
    const { findings } = await verify(HONEST.filter((record) => record.seq !== seq));
    expect(findings).toEqual([{ kind: 'missing', from: seq, to: seq }]);
  });

  test('is reported if a record was removed and the gap closed', async () => {
    const closed = HONEST.filter(({ seq }) => seq !== 3).map((record, n) => ({
      ...{ ...record, seq: n + 1 },
    }));
    expect((await verify(closed)).findings).toContainEqual({ kind: 'changed', seq: 3 });
  });

  test('is reported if two records were swapped', async () => {
    const [third, fourth] = [HONEST[2], HONEST[3]];
    const swapped = HONEST.map((record) => {
      const other = record === third ? fourth : record === fourth ? third : record;
      return { ...record, ...other, seq: record.seq };
    });
    const { findings } = await verify(swapped);
    expect(findings).toContainEqual({ kind: 'changed', seq: 3 });
    expect(findings).toContainEqual({ kind: 'changed', seq: 4 });
  });

  test('that was truncated is reported, by its head or by what the gateway has seen', async () => {
    const cut = HONEST.slice(0, 4);
    expect((await verify(cut)).findings).toEqual([{ kind: 'cut-off', from: 5, to: 6 }]);
    const head = { seq: 4, link: HONEST[3]?.link ?? '' };
    expect((await verify(cut, { head })).findings).toEqual([{ kind: 'cut-off', from: 5, to: 5 }]);
    expect((await verify([], { head: null })).findings).toEqual([
      { kind: 'cut-off', from: 1, to: 5 },
    ]);
  });

  test('that was erased with its workspace is not reported as truncated, but a partly erased one is', async () => {
    const erasedAt = KEPT_AT;
    expect((await verify([], { erasedAt })).findings).toEqual([]);
    expect((await verify(HONEST.slice(0, 4), { erasedAt })).findings).toEqual([
      { kind: 'cut-off', from: 5, to: 6 },
    ]);
  });

  test('that was rewritten with the key is reported by what the gateway has seen', async () => {
    let link = HONEST[2]?.link ?? '';
    const rewritten = HONEST.map((record) => {
      if (record.seq <= 3) return record;
      const { link: _, ...forged } = { ...record, address: '198.51.100.1' };
      link = linkOf(link, forged);
      return { ...forged, link };
    });
    const head = { seq: 6, link };

    const { findings, proven } = await verify(rewritten, { head });

    expect(findings).toEqual([{ kind: 'rewritten', seq: 5, keptAt: KEPT_AT }]);
    expect(proven).toMatchObject({ seq: 2 });
  });
});

describe('a verdict', () => {
  const described = async (records: readonly StoredRecord[], erasedAt: string | null = null) =>
    describeVerdict({ workspaceId: 'w', erasedAt }, await verify(records, { erasedAt }));

  test('says up to which record the chain is verified, and lists what is wrong', async () => {
    expect(await described(HONEST)).toEqual([
      `w: 6 records, verified up to record 5, which the gateway saw at ${KEPT_AT}; it has not seen the 1 after it`,
    ]);
    const [, ...faults] = await described([...but(2, { logId: null }).slice(0, 2)]);
    expect(faults).toEqual([
      '  record 2 was changed, or is in the place of another record',
      '  records 3 to 6 are missing: the end was cut off',
    ]);
  });

  test('asks for the right key if no link is valid', async () => {
    const other = chain(6, makeLinkOf(Buffer.alloc(32, 2).toString('base64')));
    expect((await described(other)).at(-1)).toContain('AUDIT_KEY');
  });
});
