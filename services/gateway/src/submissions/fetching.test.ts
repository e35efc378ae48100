import { expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { takenFiles } from '../../test/files/media-peer.ts';
import { startFilesGateway } from '../../test/files/start-files-gateway.ts';
import type { TestGateway } from '../../test/start-test-gateway.ts';
import { FetchSeats } from './fetch-seats.ts';

const byUrl = (id: string) => ({
  ...{ id, project: 'Files', output: 'text' },
  attachments: [{ source: 'url', url: 'https://files.example.com/a.txt' }],
});

/** An automation of another workspace. */
async function neighbourOf({ api, sql }: TestGateway) {
  const token = `wh-${'n'.repeat(43)}`;
  await sql.query(`INSERT INTO workspaces (id, name, created_at) VALUES ('next', 'Next', now())`);
  await sql.query(
    `INSERT INTO tokens (id, workspace_id, hash, hint, scopes, created_at)
     VALUES ('next', 'next', sha256($1), 'nnnn', '{submit}', now())`,
    [Buffer.from(token)],
  );
  return api.with({ authorization: `Bearer ${token}` });
}

test('a workspace whose files come from silent servers is told to wait, and holds up nobody', async () => {
  await using gateway = await startFilesGateway();
  const { system, media } = gateway;
  const { tokenApi, sql } = system;
  const neighbour = await neighbourOf(system);
  let goOn = (): void => undefined;
  const silence = new Promise<void>((resolve) => (goOn = resolve));
  media.claim = async (body) => {
    if (body.outputId.startsWith('silent')) await silence;
    return takenFiles(body);
  };
  const silent = Array.from({ length: 60 }, (_, index) =>
    tokenApi.post('/api/logs', byUrl(`silent-${index}`)),
  );
  await eventually(() => expect(media.claimed).toHaveLength(60));

  const refused = await tokenApi.post('/api/logs', byUrl('one-more'));
  const stored = { ...byUrl('stored'), attachments: [{ source: 'stored', key: 'k' }] };
  const others = await Promise.all([
    tokenApi.post('/api/logs', stored),
    neighbour.post('/api/logs', byUrl('neighbour')),
  ]);

  expect(refused).toMatchObject({
    status: 503,
    body: {
      code: 'UNAVAILABLE',
      error: 'Too many files are being fetched at once. Try again in a moment.',
    },
  });
  expect(refused.headers.get('retry-after')).not.toBeNull();
  expect(others.map(({ status }) => status)).toEqual([202, 202]);
  const { rowCount } = await sql.query(`SELECT FROM file_reservations WHERE id = 'one-more'`);
  expect(rowCount).toBe(0);
  const asked = [...media.claimed, ...media.released].map(({ outputId }) => outputId);
  expect(asked).not.toContain('one-more');

  goOn();
  const answers = await Promise.all(silent);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(await tokenApi.post('/api/logs', byUrl('one-more'))).toMatchObject({ status: 202 });
});

test('of many workspaces that fetch at once the last are told to wait, until others are done', () => {
  const seats = new FetchSeats();
  const files = { attachments: [], outputAttachments: [{ source: 'url' as const, url: 'u' }] };
  const ends = ['a', 'b', 'c'].flatMap((workspaceId) =>
    Array.from({ length: 60 }, () => seats.take(workspaceId, files)),
  );

  expect(() => seats.take('d', files)).toThrow(
    expect.objectContaining({ code: 'UNAVAILABLE', retriable: true }),
  );

  ends[0]?.();
  expect(() => seats.take('d', files)).not.toThrow();
  expect(() => seats.take('a', files)).toThrow();
});
