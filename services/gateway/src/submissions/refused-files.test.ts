import { beforeAll, describe, expect, test } from '@jest/globals';
import { AppError } from '@output-review/errors';

import type { TestGateway } from '../../test/start-test-gateway.ts';
import { type MediaPeer, takenFiles } from '../../test/files/media-peer.ts';
import { useFilesGateway } from '../../test/files/start-files-gateway.ts';

const gateway = useFilesGateway();
let system: TestGateway;
let media: MediaPeer;

beforeAll(() => {
  ({ system, media } = gateway);
});

const BODY = { project: 'Files', attachments: [{ source: 'stored', key: 'k' }], output: 'text' };

const submit = (body: object, headers: Record<string, string> = {}) =>
  system.tokenApi.post('/api/logs', { ...BODY, ...body }, headers);
const countOf = async (id: string) =>
  (await system.sql.query('SELECT FROM submissions WHERE id = $1', [id])).rowCount;
const reservations = async () => (await system.sql.query('SELECT FROM file_reservations')).rowCount;
const attemptsOf = (list: readonly { outputId: string; attempt: string }[], id: string) =>
  list.filter(({ outputId }) => outputId === id).map(({ attempt }) => attempt);

describe('files that are refused', () => {
  test.each<[string, AppError]>([
    [
      'UPLOAD_CONSUMED',
      new AppError('UPLOAD_CONSUMED', 'Another output has it.', {
        fields: { 'attachments.0': 'Another output has it.' },
      }),
    ],
    ['MEDIA_QUOTA_EXCEEDED', new AppError('MEDIA_QUOTA_EXCEEDED', 'No room for 3 MB more.')],
    [
      'PAYLOAD_TOO_LARGE',
      new AppError('PAYLOAD_TOO_LARGE', 'A file cannot be accepted. See `fields`.', {
        fields: { 'attachments.0': 'The file is larger than 32 MB.' },
      }),
    ],
    [
      'UNPROCESSABLE_ATTACHMENT',
      new AppError('UNPROCESSABLE_ATTACHMENT', 'Files could not be taken.', {
        fields: { 'attachments.0': 'The file is empty.', 'outputAttachments.0': 'Not base64.' },
      }),
    ],
  ])('with %s fail the submission with this message, and free its ID and key', async (_, fault) => {
    media.claim = () => Promise.reject(fault);
    const id = `refused-${fault.code}`;
    const headers = { 'idempotency-key': id };

    const refused = await submit({ id }, headers);
    media.claim = (body) => Promise.resolve(takenFiles(body));
    const other = await submit({ id, output: 'another body' }, headers);

    expect(refused).toMatchObject({
      status: fault.status,
      body: { code: fault.code, error: fault.message, fields: fault.fields },
    });
    expect(other).toMatchObject({ status: 202, body: { id } });
    expect(other.headers.get('idempotent-replayed')).toBeNull();
  });

  test('as those of a deleted output are a conflict of its ID', async () => {
    media.claim = () => Promise.reject(new AppError('CONFLICT', 'It was deleted.'));

    expect(await submit({ id: 'buried' })).toMatchObject({
      status: 409,
      body: { code: 'ID_CONFLICT' },
    });
    expect(await reservations()).toBe(0);
  });

  test.each<[string, () => Promise<never>]>([
    ['fails', () => Promise.reject(new AppError('INTERNAL', 'broken'))],
    ['has lost its store', () => Promise.reject(new AppError('UNAVAILABLE', 'store'))],
    ['does not know the call', () => Promise.reject(new AppError('NOT_FOUND', 'no such path'))],
  ])('because media %s get 503, and nothing is left half done', async (how, answer) => {
    media.claim = answer;
    const id = `away-${how.length}`;

    const refused = await submit({ id });
    const without = await system.tokenApi.post('/api/logs', { project: 'Files', output: 'text' });
    media.claim = (body) => Promise.resolve(takenFiles(body));
    const again = await submit({ id });

    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(without.status).toBe(202);
    expect(again).toMatchObject({ status: 202, body: { id } });
    expect(attemptsOf(media.released, id)).toEqual([attemptsOf(media.claimed, id)[0]]);
  });
});

test('a failed confirmation does not fail the submission, and releases nothing', async () => {
  media.confirm = () => Promise.reject(new AppError('UNAVAILABLE', 'gone'));

  const answer = await submit({ id: 'unconfirmed' });

  expect(answer).toMatchObject({ status: 202 });
  expect(attemptsOf(media.released, 'unconfirmed')).toEqual([]);
  const claims = media.claimed.filter(({ outputId }) => outputId === 'unconfirmed');
  expect(await gateway.settle(claims)).toEqual(['held']);
});

test('a token that is revoked while files are taken in keeps the output out, and the files are released', async () => {
  const { rows } = await system.sql.query<{ id: string }>('SELECT id FROM tokens');
  media.claim = async (body) => {
    await system.sql.query('UPDATE tokens SET revoked_at = now()');
    return takenFiles(body);
  };

  const answer = await submit({ id: 'dead-token' });
  await system.sql.query('UPDATE tokens SET revoked_at = NULL WHERE id = $1', [rows[0]?.id]);

  expect(answer).toMatchObject({ status: 401 });
  expect(await countOf('dead-token')).toBe(0);
  expect(attemptsOf(media.released, 'dead-token')).toEqual(attemptsOf(media.claimed, 'dead-token'));
  expect(await reservations()).toBe(0);
});
