import { beforeAll, describe, expect, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import { ALL_CONNECTIONS } from '@output-review/runtime/testing';

import type { TestGateway } from '../../test/start-test-gateway.ts';
import { passed } from '../../test/submitting/evaluator-peer.ts';
import { type MediaPeer, takenFiles } from '../../test/files/media-peer.ts';
import { startFilesGateway, useFilesGateway } from '../../test/files/start-files-gateway.ts';

const gateway = useFilesGateway(ALL_CONNECTIONS);
let system: TestGateway;
let media: MediaPeer;

beforeAll(() => {
  ({ system, media } = gateway);
});

const FILES = {
  attachments: [{ source: 'stored', key: 'w/uploads/1-a.txt', label: 'the mail' }],
  outputAttachments: [{ source: 'upload', data: 'aGVsbG8=', filename: 'b.txt' }],
};

const submit = (body: object, headers: Record<string, string> = {}) =>
  system.tokenApi.post('/api/logs', { project: 'Files', ...FILES, ...body }, headers);
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
const rowsOf = async (id: string) =>
  (await system.sql.query<Row>('SELECT body, file_attempt FROM submissions WHERE id = $1', [id]))
    .rows;
const reservations = async () => (await system.sql.query('SELECT FROM file_reservations')).rowCount;
const attemptsOf = (list: readonly { outputId: string; attempt: string }[], id: string) =>
  list.filter(({ outputId }) => outputId === id).map(({ attempt }) => attempt);

interface Row {
  readonly body: string;
  readonly file_attempt: string | null;
}

test('takes in files before the output, names them in it, and then confirms them', async () => {
  const answer = await submit({ id: 'with-files' });

  expect(answer).toMatchObject({ status: 202, body: { id: 'with-files', status: 'pending' } });
  const [claim] = media.claimed.filter(({ outputId }) => outputId === 'with-files');
  expect(claim).toMatchObject(FILES);
  const [row] = await rowsOf('with-files');
  expect(row?.file_attempt).toBe(claim?.attempt);
  expect((JSON.parse(row?.body ?? '') as OutputsSubmitted).attachments).toMatchObject([
    { role: 'input', label: 'the mail', filename: 'file.txt', contentType: 'text/plain' },
    { role: 'output', label: null, filename: 'b.txt', sizeBytes: 7 },
  ]);
  expect(row?.body).not.toContain('aGVsbG8=');
  expect(attemptsOf(media.confirmed, 'with-files')).toEqual([claim?.attempt]);
  expect(await reservations()).toBe(0);
});

test('an output with files has an instructions version like any other', async () => {
  await submit({ task: 'Stamped' });
  await system.sql.query(
    `INSERT INTO instructions_versions SELECT workspace_id, id, 3 FROM tasks WHERE name = 'Stamped'`,
  );

  const answer = await submit({ task: 'Stamped' });

  const [row] = await rowsOf(idOf(answer));
  expect(JSON.parse(row?.body ?? '')).toMatchObject({
    ...{ instructionsVersion: 3, attachments: [{ role: 'input' }, { role: 'output' }] },
  });
});

test('accepts an output that consists only of a file', async () => {
  const answer = await submit({ attachments: [], output: null });

  expect(answer).toMatchObject({ status: 202 });
  expect(await rowsOf(idOf(answer))).toHaveLength(1);
});

test('an output without files needs no call to media and has no such field, even with empty lists', async () => {
  const before = media.claimed.length;
  const none = { output: 'text', attachments: [], outputAttachments: [] };

  const answer = await submit({ id: 'no-files', ...none });
  const again = await submit({ id: 'no-files', ...none, attachments: null });

  expect([answer.status, again.status]).toEqual([202, 202]);
  expect(media.claimed).toHaveLength(before);
  const [row] = await rowsOf('no-files');
  expect(row?.file_attempt).toBeNull();
  expect(JSON.parse(row?.body ?? '')).not.toHaveProperty('attachments');
});

test('a sync submission with files gets its verdict, and the evaluator gets the files', async () => {
  gateway.evaluator.answer = passed;

  const answer = await submit({ id: 'sync-files', sync: true });

  expect(answer).toMatchObject({ status: 200, body: { verdict: 'pass' } });
  const asked = gateway.evaluator.asked.find(({ id }) => id === 'sync-files');
  expect(asked?.attachments).toHaveLength(2);
});

test('inserts outputs with and without files in one commit, each with its own data', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? submit({ id: `mixed-${index}` })
        : system.tokenApi.post('/api/logs', {
            project: 'Files',
            output: 'text',
            id: `mixed-${index}`,
          }),
    ),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const { rows } = await system.sql.query<{ id: string }>(
    `SELECT id FROM submissions WHERE id LIKE 'mixed-%' AND file_attempt IS NOT NULL`,
  );
  expect(rows).toHaveLength(20);
  expect(rows.every(({ id }) => Number(id.slice('mixed-'.length)) % 2 === 0)).toBe(true);
});

test('takes a new slot if the first one became outdated while files were taken in', async () => {
  // Nothing listens at this URL, so PostgreSQL counts.
  const rateWindow = { redisUrl: 'redis://127.0.0.1:1' };
  await using counted = await startFilesGateway({ rateWindow, rateLimitPerMinute: 60 });
  const { sql, tokenApi } = counted.system;
  counted.media.claim = async (claim) => {
    await sql.query('SELECT count_rate_slots_in_redis(epoch, 60000) FROM rate_window');
    await sql.query('SELECT count_rate_slots_in_postgres(epoch, 60000) FROM rate_window');
    return takenFiles(claim);
  };

  const answer = await tokenApi.post('/api/logs', { project: 'Files', ...FILES });

  expect(answer).toMatchObject({ status: 202 });
  expect(counted.media.claimed).toHaveLength(1);
  const { rows } = await sql.query<{ taken_at: Date; accepted_at: Date; file_attempt: string }>(
    `SELECT taken_at, accepted_at, file_attempt FROM submissions, rate_window_slots
     JOIN rate_window USING (epoch)`,
  );
  expect(rows).toMatchObject([{ file_attempt: counted.media.claimed[0]?.attempt }]);
  expect(rows[0]?.accepted_at).toEqual(rows[0]?.taken_at);
});

describe('a repeat', () => {
  test('with the same files gets the first answer, and nothing is taken in again', async () => {
    const first = await submit({ id: 'again' });
    const again = await submit({ id: 'again' });

    expect(again.body).toEqual(first.body);
    expect(attemptsOf(media.claimed, 'again')).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['other bytes', { outputAttachments: [{ ...FILES.outputAttachments[0], data: 'b3RoZXI=' }] }],
    ['another key', { attachments: [{ source: 'stored', key: 'w/uploads/2-a.txt' }] }],
    ['another label', { attachments: [{ ...FILES.attachments[0], label: 'the letter' }] }],
    ['one file fewer', { attachments: [] }],
    ['the lists swapped', { attachments: FILES.outputAttachments, outputAttachments: [] }],
  ])('with %s is another submission', async (_what, change) => {
    const headers = { 'idempotency-key': `other ${_what}` };
    await submit({ output: 'text' }, headers);

    expect(await submit({ output: 'text', ...change }, headers)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  test.each<[string, object, Record<string, string>]>([
    ['Idempotency-Key', {}, { 'idempotency-key': 'in-flight' }],
    ['id', { id: 'in-flight' }, {}],
  ])(
    'by %s is refused as in flight while the files are being taken in',
    async (_by, body, headers) => {
      let goOn = (): void => undefined;
      const arrived = new Promise<void>((resolve) => {
        media.claim = async (claim) => {
          resolve();
          await new Promise<void>((proceed) => (goOn = proceed));
          return takenFiles(claim);
        };
      });
      const first = submit(body, headers);
      await arrived;
      const claims = media.claimed.length;

      expect(await submit(body, headers)).toMatchObject({
        status: 409,
        body: { code: 'IDEMPOTENCY_IN_FLIGHT' },
      });
      expect(media.claimed).toHaveLength(claims);
      goOn();
      const { status, body: answered } = await first;
      expect(status).toBe(202);
      expect((await submit(body, headers)).body).toEqual(answered);
    },
  );

  test('sent fifty times concurrently creates one output, and every answer is that output or "in flight"', async () => {
    const send = () => submit({ id: 'fifty' }, { 'idempotency-key': 'fifty' });
    const answers = await Promise.all(Array.from({ length: 50 }, send));

    expect(answers.some(({ status }) => status === 202)).toBe(true);
    for (const { status, body } of answers) {
      if (status === 202) expect(body).toMatchObject({ id: 'fifty' });
      else expect(body).toMatchObject({ code: 'IDEMPOTENCY_IN_FLIGHT' });
    }
    expect(await rowsOf('fifty')).toHaveLength(1);
    const kept = (await rowsOf('fifty'))[0]?.file_attempt;
    expect(attemptsOf(media.confirmed, 'fifty')).toEqual([kept]);
    expect(attemptsOf(media.released, 'fifty')).not.toContain(kept);
  });
});
