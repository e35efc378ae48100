import { expect, test } from '@jest/globals';
import { AppError } from '@output-review/errors';
import { silentLog } from '@output-review/runtime/testing';

import { normalizeSubmission } from '../../domain/submissions/submission.ts';
import { type AcceptWithFilesDeps, makeAcceptWithFiles } from './accept-with-files.ts';
import type { NewSubmission, Written } from './new-submission.ts';

const NO_CONNECTION = new AppError('UNAVAILABLE', 'The database cannot be reached.');

const FILES = { attachments: [{ source: 'stored' as const, key: 'k' }], outputAttachments: [] };

const SUBMISSION: NewSubmission = {
  submission: normalizeSubmission({ project: 'p', ...FILES }),
  ...{ fingerprint: 'f', tokenId: 't', idempotencyKey: null, leaseUntil: null, slotEpoch: null },
  ...{ traceparent: null, fileAttempt: null },
  acceptance: {
    ...{ workspaceId: 'w', id: 'o', acceptedAt: new Date(0), submittedBy: null },
    ...{ callbackUrlSealed: null, ignoredFields: [], files: [] },
  },
};

/** Accepts where the write ends so, and tells what became of the files. */
async function accept(giveUp: () => Promise<boolean>, write: () => Promise<Written>) {
  const told: string[] = [];
  const tell = (what: string) => async () => void told.push(what);
  const deps: AcceptWithFilesDeps = {
    ...{ log: silentLog, now: () => new Date(0), newId: () => 'attempt', leaseMs: 1 },
    reservations: { reserve: ({ id }) => Promise.resolve(id), end: tell('ended'), giveUp },
    media: {
      claim: () => Promise.resolve([]),
      confirm: tell('confirmed'),
      release: tell('released'),
    },
    findKnown: () => Promise.resolve(null),
  };
  const accepting = makeAcceptWithFiles(deps)({
    ...{ submission: SUBMISSION, files: FILES, requestId: 'r', write },
  });
  const outcome = await accepting.catch((error: unknown) => error);
  return { outcome, told };
}

test.each<[string, () => Promise<boolean>, string[]]>([
  ['there all the same, its files are confirmed', () => Promise.resolve(true), ['confirmed']],
  ['not there, its files are released', () => Promise.resolve(false), ['released']],
  ['not to be found out about, its files are left alone', () => Promise.reject(NO_CONNECTION), []],
])('where an insert fails and its row is %s', async (_what, giveUp, expected) => {
  const { outcome, told } = await accept(giveUp, () => Promise.reject(NO_CONNECTION));

  expect(outcome).toBe(NO_CONNECTION);
  expect(told).toEqual(expected);
});

test('where an insert comes in nothing is given up', async () => {
  const written = { kind: 'written', event: {} } as Written;
  const giveUp = () => Promise.reject(new Error('Given up.'));

  const { outcome, told } = await accept(giveUp, () => Promise.resolve(written));

  expect(outcome).toBe(written);
  expect(told.sort()).toEqual(['confirmed', 'ended']);
});
