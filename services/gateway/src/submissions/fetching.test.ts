import { expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { takenFiles } from '../../test/files/media-peer.ts';
import { startFilesGateway } from '../../test/files/start-files-gateway.ts';
import { neighbourOf } from '../../test/submitting/neighbour-of.ts';
import { openFetchSeats } from './with-files.ts';

const byUrl = (id: string) => ({
  ...{ id, project: 'Files', output: 'text' },
  attachments: [{ source: 'url', url: 'https://files.example.com/a.txt' }],
});

test('tells a workspace whose file servers hang to retry, and blocks no other', async () => {
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

test('when all seats are taken, another workspace must retry until one is free', () => {
  const seats = openFetchSeats();
  const ends = ['a', 'b', 'c'].flatMap((workspaceId) =>
    Array.from({ length: 60 }, () => seats.take(workspaceId)),
  );

  expect(() => seats.take('d')).toThrow(
    expect.objectContaining({ code: 'UNAVAILABLE', retriable: true }),
  );

  ends[0]?.();
  expect(() => seats.take('d')).not.toThrow();
  expect(() => seats.take('a')).toThrow();
});
