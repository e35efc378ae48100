import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';
import type { ApiClient } from '@output-review/runtime/testing';

import type { TestGateway } from '../../test/start-test-gateway.ts';
import type { MediaPeer } from '../../test/files/media-peer.ts';
import { useFilesGateway } from '../../test/files/start-files-gateway.ts';

const gateway = useFilesGateway();
let system: TestGateway;
let media: MediaPeer;
let session: ApiClient;

beforeAll(async () => {
  ({ system, media } = gateway);
  session = await system.signIn();
});

beforeEach(() => {
  media.delete = () => Promise.resolve();
  media.deleted.length = 0;
});

const FILES = { attachments: [{ source: 'stored', key: 'k' }] };

async function submit(files: object = FILES): Promise<string> {
  const body = { project: 'P', output: 'text', id: newId(), ...files };
  expect((await system.tokenApi.post('/api/logs', body)).status).toBe(202);
  return body.id;
}

const isMarked = async (id: string) => {
  const { rows } = await system.sql.query<{ gone: boolean }>(
    'SELECT deleted_at IS NOT NULL AS gone FROM submissions WHERE id = $1',
    [id],
  );
  return rows[0]?.gone;
};

test('deletes the files of a deleted output before the answer', async () => {
  const id = await submit();

  const answer = await session.delete(`/api/logs/${id}`);

  expect(answer.status).toBe(200);
  expect(media.deleted).toEqual([{ workspaceId: expect.any(String), outputIds: [id] }]);
});

test('does not call media for an output without files', async () => {
  const id = await submit({});

  expect((await session.delete(`/api/logs/${id}`)).status).toBe(200);
  expect(await isMarked(id)).toBe(true);
  expect(media.deleted).toEqual([]);
});

test('deletes an output even if its files cannot be deleted right now', async () => {
  media.delete = () => Promise.reject(new AppError('UNAVAILABLE', 'away'));
  const id = await submit();

  const answer = await session.delete(`/api/logs/${id}`);

  expect(answer.status).toBe(200);
  expect(await isMarked(id)).toBe(true);
  expect(media.deleted).toHaveLength(1);
});
