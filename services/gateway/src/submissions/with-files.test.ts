import { expect, test } from '@jest/globals';
import type { Operation } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { silentLog } from '@output-review/runtime/testing';

import type { Context } from '../context.ts';
import { normalizeSubmission } from './request.pure.ts';
import { acceptWithFiles, openFetchSeats } from './with-files.ts';
import type { NewSubmission, Written } from './writer.ts';

const NO_CONNECTION = new AppError('UNAVAILABLE', 'The database cannot be reached.');

const FILES = { attachments: [{ source: 'stored' as const, key: 'k' }], outputAttachments: [] };

const SUBMISSION: NewSubmission = {
  submission: normalizeSubmission({ project: 'p', ...FILES }),
  ...{ fingerprint: 'f', tokenId: 't', idempotencyKey: null, leaseUntil: null, slotEpoch: null },
  ...{ traceparent: null, fileAttempt: null, bodyBytes: 100 },
  acceptance: {
    ...{ workspaceId: 'w', id: 'o', acceptedAt: new Date(0), submittedBy: null },
    ...{ callbackUrlSealed: null, ignoredFields: [], files: [] },
  },
};

type Rows = Promise<{ readonly rows: readonly unknown[] }>;

const ROW: Rows = Promise.resolve({ rows: [{ place: 0, id: 'o' }] });
const NO_ROW: Rows = Promise.resolve({ rows: [] });

/** Accepts with a write that ends this way. @returns what happened to the files. */
async function accept(findHeld: () => Rows, write: () => Promise<Written>) {
  const told: string[] = [];
  const statements: Readonly<Record<string, () => Rows>> = {
    'lock-file-reservations': () => NO_ROW,
    'reserve-files': () => ROW,
    'find-repeated-submissions': () => NO_ROW,
    'end-file-reservation': async () => {
      told.push('ended');
      return NO_ROW;
    },
    'find-held-file-claims': findHeld,
  };
  const query = ({ name }: { name: string }): Rows => statements[name]!();
  const calls: Readonly<Record<string, () => unknown>> = {
    claimFiles: () => ({ files: [] }),
    confirmFiles: () => told.push('confirmed'),
    releaseFiles: () => told.push('released'),
  };
  const media = { call: async ({ id }: Operation) => calls[id]!() };
  const ctx = {
    db: { query, transaction: (work: (tx: unknown) => unknown) => work({ query }) },
    ...{ media, fileClaims: media, fetchSeats: openFetchSeats() },
    ...{ log: silentLog, clock: { now: () => new Date(0) }, submitting: { syncTimeoutMs: 1 } },
  } as unknown as Context;
  const accepting = acceptWithFiles(ctx, {
    ...{ submission: SUBMISSION, files: FILES, requestId: 'r', write },
  });
  const outcome = await accepting.catch((error: unknown) => error);
  return { outcome, told };
}

test.each<[string, () => Rows, string[]]>([
  ['stored anyway, its files are confirmed', () => ROW, ['ended', 'confirmed']],
  ['not stored, its files are released', () => NO_ROW, ['ended', 'released']],
  [
    'impossible to look up, its files are left alone',
    () => Promise.reject(NO_CONNECTION),
    ['ended'],
  ],
])('if an insert fails and its row is %s', async (_what, findHeld, expected) => {
  const { outcome, told } = await accept(findHeld, () => Promise.reject(NO_CONNECTION));

  expect(outcome).toBe(NO_CONNECTION);
  expect(told).toEqual(expected);
});

test('gives up nothing if the insert succeeds', async () => {
  const written = { kind: 'written', event: {} } as Written;
  const findHeld = () => Promise.reject(new Error('Given up.'));

  const { outcome, told } = await accept(findHeld, () => Promise.resolve(written));

  expect(outcome).toBe(written);
  expect(told.sort()).toEqual(['confirmed', 'ended']);
});
