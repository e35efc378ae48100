import { describe, expect, test } from '@jest/globals';
import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';
import { makeApiClient } from '@output-review/runtime/testing';

import { passed, useGatewayBesideEvaluator } from '../../test/submitting/evaluator-peer.ts';

/** How far the gateway's clock is ahead. */
let aheadMs = 0;

const { system, evaluator } = useGatewayBesideEvaluator({
  clock: { now: () => new Date(Date.now() + aheadMs) },
  rateLimitPerMinute: 0,
});

const submit = (body: object, headers: Record<string, string> = {}) =>
  system.tokenApi.post('/api/logs', { project: 'Support', output: 'text', ...body }, headers);
const countOf = async (column: string, value: string) =>
  (await system.sql.query(`SELECT FROM submissions WHERE ${column} = $1`, [value])).rowCount;
const never = <T>() => new Promise<T>(() => undefined);

describe("a caller's own id", () => {
  test('with the same body gets the first answer, also if the body is written differently', async () => {
    const first = await submit({ id: 'own-1', metadata: { a: 1, b: 2 }, sync: false });
    const again = await submit({ metadata: { b: 2, a: 1, c: null }, id: 'own-1', model: '' });

    expect(again).toMatchObject({ status: 202, body: first.body as object });
    expect(await countOf('id', 'own-1')).toBe(1);
  });

  test('with another body is a conflict, and changes nothing', async () => {
    await submit({ id: 'own-2' });

    expect(await submit({ id: 'own-2', output: 'other' })).toMatchObject({
      status: 409,
      body: { code: 'ID_CONFLICT' },
    });
  });

  test('sent fifty times concurrently creates one output, and all get the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit({ id: 'own-50' })));

    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(await countOf('id', 'own-50')).toBe(1);
  });

  test('gets the first answer even after its respondBy has passed, which is refused for a new ID', async () => {
    const respondBy = new Date(Date.now() + 60_000).toISOString();
    const first = await submit({ id: 'own-due', respondBy });
    expect(first.status).toBe(202);
    aheadMs = 61_000;

    expect((await submit({ id: newId(), respondBy })).status).toBe(400);
    expect(await submit({ id: 'own-due', respondBy })).toMatchObject({
      status: 202,
      body: first.body as object,
    });
    expect(await submit({ id: newId(), respondBy, project: '' })).toMatchObject({
      status: 400,
      body: { fields: { respondBy: 'Must be in the future.', project: expect.any(String) } },
    });
    expect(await submit({ id: 'own-due', respondBy, project: 7 })).toMatchObject({ status: 400 });
    aheadMs = 0;
  });

  test('is never used again after its output was deleted', async () => {
    await submit({ id: 'own-gone' });
    await system.sql.query(
      `UPDATE submissions SET deleted_at = now(), body = NULL WHERE id = 'own-gone'`,
    );

    expect(await submit({ id: 'own-gone' })).toMatchObject({
      status: 409,
      body: { code: 'ID_CONFLICT' },
    });
  });
});

describe('an Idempotency-Key', () => {
  const key = (value: string) => ({ 'idempotency-key': value });

  test('gives a retry the first answer, marked as a replay', async () => {
    const first = await submit({}, key('k-1'));
    const again = await submit({}, key('k-1'));

    expect(again.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await countOf('idempotency_key', 'k-1')).toBe(1);
  });

  test('with another body is refused', async () => {
    await submit({}, key('k-2'));

    expect(await submit({ output: 'other' }, key('k-2'))).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  test('is free again after an error and after 24 hours, and not before', async () => {
    const age = (hours: number) =>
      system.sql.query(
        `UPDATE submissions SET accepted_at = now() - $1 * interval '1 hour'
         WHERE idempotency_key = 'k-3'`,
        [hours],
      );
    expect(await submit({ output: 7 }, key('k-3'))).toMatchObject({ status: 400 });
    const first = await submit({ output: 'a' }, key('k-3'));
    expect(first).toMatchObject({ status: 202 });

    await age(23);
    expect((await submit({ output: 'a' }, key('k-3'))).body).toEqual(first.body);
    await age(25);
    const later = await submit({ output: 'b' }, key('k-3'));

    expect(later).toMatchObject({ status: 202 });
    expect(later.headers.get('idempotent-replayed')).toBeNull();
  });

  test('of more than 255 characters gets 400', async () => {
    expect(await submit({}, key('x'.repeat(256)))).toMatchObject({
      status: 400,
      body: { fields: { 'Idempotency-Key': expect.any(String) } },
    });
  });

  test('sent fifty times concurrently creates one output', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit({}, key('k-50'))));

    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    expect(await countOf('idempotency_key', 'k-50')).toBe(1);
  });
});

describe('with sync', () => {
  test('the answer contains the verdict, and a repeat gets exactly the same', async () => {
    evaluator.answer = passed;
    const first = await submit({ id: 'sync-1', sync: true });
    const again = await submit({ id: 'sync-1', sync: true });

    expect(first).toMatchObject({
      status: 200,
      body: { ok: true, id: 'sync-1', verdict: 'pass', confidenceScore: 1, status: 'pass' },
    });
    expect(again.body).toEqual(first.body);
    expect(evaluator.asked.filter(({ id }) => id === 'sync-1')).toHaveLength(1);
  });

  test('an output that needs approval is held whatever the verdict, and keeps the verdict', async () => {
    evaluator.answer = passed;

    expect(await submit({ sync: true, requireApproval: true })).toMatchObject({
      status: 200,
      body: { verdict: 'pass', status: 'flagged' },
    });
  });

  test.each([
    ['is late', () => never<never>()],
    ['fails', () => Promise.reject(new AppError('INTERNAL', 'broken'))],
  ])('an evaluator that %s leads to 202 with the keys of both answers', async (_how, answer) => {
    evaluator.answer = answer;
    const impatient = await system.startAgain({ syncTimeoutMs: 100 });
    const { authorization } = system;
    const api = makeApiClient(impatient.publicUrl, {
      ...{ authorization, 'idempotency-key': `late-${_how}` },
    });
    const body = { project: 'Support', output: 'text', sync: true };
    const first = await api.post('/api/logs', body);
    const again = await api.post('/api/logs', body);
    await impatient.stop();

    expect(first).toMatchObject({ status: 202 });
    expect(first.body).toEqual({
      ok: true,
      id: expect.any(String),
      verdict: null,
      confidenceScore: null,
      explanation: null,
      status: 'pending',
    });
    expect(again.body).toEqual(first.body);
  });

  test('a repeat gets 409 while the first request is in flight', async () => {
    let goOn = (): void => undefined;
    const proceed = new Promise<void>((resolve) => (goOn = resolve));
    evaluator.answer = (submission) => proceed.then(() => passed(submission));
    const first = submit({ id: 'sync-slow', sync: true });
    while ((await countOf('id', 'sync-slow')) === 0);

    expect(await submit({ id: 'sync-slow', sync: true })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_IN_FLIGHT' },
    });
    goOn();
    expect(await first).toMatchObject({ status: 200 });
  });

  test.each([
    ['deleted', 'deleted_at = now()', null],
    ['answered by another gateway', `answer = '"the first"'`, 'the first'],
  ])('an output that is %s meanwhile gets no other answer', async (_how, change, answer) => {
    const id = newId();
    let goOn = (): void => undefined;
    const proceed = new Promise<void>((resolve) => (goOn = resolve));
    evaluator.answer = (submission) => proceed.then(() => passed(submission));
    const waiting = submit({ id, sync: true });
    while ((await countOf('id', id)) === 0);

    await system.sql.query(`UPDATE submissions SET ${change} WHERE id = $1`, [id]);
    goOn();

    expect(await waiting).toMatchObject({ status: 200 });
    const { rows } = await system.sql.query('SELECT answer FROM submissions WHERE id = $1', [id]);
    expect(rows).toEqual([{ answer }]);
  });

  test('a repeat finishes a submission that a killed gateway left without an answer', async () => {
    evaluator.answer = passed;
    await submit({ id: 'sync-killed', sync: true });
    await system.sql.query(
      `UPDATE submissions SET answer = NULL, lease_until = now() - interval '1 second'
       WHERE id = 'sync-killed'`,
    );

    expect(await submit({ id: 'sync-killed', sync: true })).toMatchObject({
      status: 200,
      body: { verdict: 'pass' },
    });
  });
});
