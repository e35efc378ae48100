import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cutFirstChange, makeApiClient, untilHeldUp } from '@output-review/runtime/testing';
import { Client } from 'pg';

import type { RunningGateway } from '../service.ts';
import type { TestGateway } from '../../test/start-test-gateway.ts';
import { hangNextClaim } from '../../test/files/hang-next-claim.ts';
import { type ClaimBody, type MediaPeer, takenFiles } from '../../test/files/media-peer.ts';
import { type FilesGateway, startFilesGateway } from '../../test/files/start-files-gateway.ts';

let gateway: FilesGateway;
let system: TestGateway;
let media: MediaPeer;
let other: RunningGateway;

beforeAll(async () => {
  gateway = await startFilesGateway();
  ({ system, media } = gateway);
  other = await system.startAgain();
});

afterAll(async () => {
  await other.stop();
  await gateway[Symbol.asyncDispose]();
});

beforeEach(() => {
  media.claim = (body) => Promise.resolve(takenFiles(body));
  media.confirm = () => Promise.resolve();
});

const BODY = { project: 'Files', attachments: [{ source: 'stored', key: 'k' }], output: 'text' };

const submitTo = ({ publicUrl }: RunningGateway, body: object, headers = {}) =>
  makeApiClient(publicUrl, { authorization: system.authorization }).post(
    '/api/logs',
    { ...BODY, ...body },
    headers,
  );
const rowsOf = async (id: string) =>
  (
    await system.sql.query<{ file_attempt: string; deleted_at: Date | null }>(
      'SELECT file_attempt, deleted_at FROM submissions WHERE id = $1',
      [id],
    )
  ).rows;
const attemptsOf = (list: readonly { outputId: string; attempt: string }[], id: string) =>
  list.filter(({ outputId }) => outputId === id).map(({ attempt }) => attempt);
const endLeases = () =>
  system.sql.query(`UPDATE file_reservations SET lease_until = now() - interval '1 second'`);

describe('an attempt that stops between the claim and the insert', () => {
  test('leaves its ID to a repeat after its lease, and then comes too late itself', async () => {
    const key = { 'idempotency-key': 'taken-over' };
    const { arrived, goOn } = hangNextClaim(media);
    const late = submitTo(system.gateway, {}, key);
    const claim = await arrived;
    const early = await submitTo(other, {}, key);
    await endLeases();

    const repeat = await submitTo(other, {}, key);
    goOn();
    const answerToLate = await late;

    expect(early).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_FLIGHT' } });
    expect(repeat).toMatchObject({ status: 202, body: { id: claim.outputId } });
    // The late attempt finds the output of the other, like any repeat.
    expect(answerToLate).toMatchObject({ status: 202, body: repeat.body as object });
    const rows = await rowsOf(claim.outputId);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.file_attempt).not.toBe(claim.attempt);
    expect(attemptsOf(media.released, claim.outputId)).toEqual([claim.attempt]);
  });

  test('is not inserted while the attempt that took over is running', async () => {
    const first = hangNextClaim(media);
    const late = submitTo(system.gateway, { id: 'overtaken' });
    const claim = await first.arrived;
    await endLeases();
    const second = hangNextClaim(media);
    const repeat = submitTo(other, { id: 'overtaken' });
    const { attempt } = await second.arrived;
    first.goOn();
    const answerToLate = await late;
    const rowsMeanwhile = await rowsOf('overtaken');
    second.goOn();

    expect(answerToLate).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(rowsMeanwhile).toEqual([]);
    expect(await repeat).toMatchObject({ status: 202, body: { id: 'overtaken' } });
    expect(await rowsOf('overtaken')).toMatchObject([{ file_attempt: attempt }]);
    expect(attemptsOf(media.released, 'overtaken')).toEqual([claim.attempt]);
  });

  test('gives its ID to a different submission after its lease', async () => {
    const { arrived, goOn } = hangNextClaim(media);
    const late = submitTo(system.gateway, { id: 'another' });
    await arrived;
    await endLeases();

    const submitted = await submitTo(other, { id: 'another', output: 'something else' });
    goOn();

    expect(submitted).toMatchObject({ status: 202, body: { id: 'another' } });
    expect(await late).toMatchObject({ status: 409, body: { code: 'ID_CONFLICT' } });
  });

  test('is open during its lease, gone afterwards, and never inserted once gone', async () => {
    const { arrived, goOn } = hangNextClaim(media);
    const late = submitTo(system.gateway, { id: 'settled' });
    const claim = await arrived;
    const before = await gateway.settle([claim], other);
    await endLeases();

    const after = await gateway.settle([claim], other);
    goOn();
    const answerToLate = await late;

    expect([before, after]).toEqual([['open'], ['gone']]);
    expect(answerToLate).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(await rowsOf('settled')).toEqual([]);
    expect(await submitTo(other, { id: 'settled' })).toMatchObject({ status: 202 });
  });
});

test('an attempt that stops between the insert and the confirmation is held, and its repeat gets the answer', async () => {
  let claim: ClaimBody | undefined;
  media.claim = (body) => {
    claim = body;
    return Promise.resolve(takenFiles(body));
  };
  const inserted = new Promise<void>((resolve) => {
    media.confirm = () => {
      resolve();
      return new Promise(() => undefined);
    };
  });
  const first = submitTo(system.gateway, { id: 'unconfirmed' });
  await inserted;
  await endLeases();

  const states = await gateway.settle(claim ? [claim] : [], other);
  const repeat = await submitTo(other, { id: 'unconfirmed' });

  expect(states).toEqual(['held']);
  expect(repeat).toMatchObject({ status: 202, body: { id: 'unconfirmed' } });
  expect(await first).toMatchObject({ status: 202, body: repeat.body as object });
  expect(attemptsOf(media.claimed, 'unconfirmed')).toHaveLength(1);
  expect(attemptsOf(media.released, 'unconfirmed')).toEqual([]);
});

test('waits for a running insert, and reports what it commits as held', async () => {
  const { arrived, goOn } = hangNextClaim(media);
  const submitted = submitTo(system.gateway, { id: 'under-way' });
  const claim = await arrived;
  await endLeases();
  // A row that may or may not become durable blocks the insert, after the insert has found its reservation.
  const blocker = new Client(system.connection);
  await blocker.connect();
  await blocker.query(`
    BEGIN;
    INSERT INTO submissions (
      workspace_id, id, fingerprint, token_id, project_id, accepted_at, is_sync
    ) SELECT workspace_id, 'under-way', '', id, '', now(), false FROM tokens`);
  goOn();
  await untilHeldUp(system.sql, 1);

  const states = gateway.settle([claim], other);
  await untilHeldUp(system.sql, 2);
  await blocker.query('ROLLBACK');
  await blocker.end();

  expect(await states).toEqual(['held']);
  expect(await submitted).toMatchObject({ status: 202, body: { id: 'under-way' } });
});

test('a gateway that starts alone frees immediately what a killed one was accepting', async () => {
  const { arrived, goOn } = hangNextClaim(media);
  const late = submitTo(system.gateway, { id: 'left-alone' });
  const { attempt } = await arrived;
  const alone = await system.startAgain({ isSingleInstance: true });

  const repeat = await submitTo(alone, { id: 'left-alone' });
  await alone.stop();
  goOn();

  expect(repeat).toMatchObject({ status: 202, body: { id: 'left-alone' } });
  expect(await late).toMatchObject({ status: 202, body: repeat.body as object });
  const [row] = await rowsOf('left-alone');
  expect(row?.file_attempt).not.toBe(attempt);
});

test('a start retries if it loses its connection while it frees what a killed gateway was accepting', async () => {
  const updates = await cutFirstChange(system.sql, 'file_reservations');

  const alone = await system.startAgain({ isSingleInstance: true });
  await alone.stop();

  expect(await updates()).toBeGreaterThanOrEqual(2);
});
