import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { findUpload } from './find-media.sql.ts';
import { FileServer } from '../../test/bytes/file-server.ts';
import { anAttempt, claimingIn, inline, objectsOf, stored, uploaded } from '../../test/claiming.ts';
import { startTestMedia, type TestMedia } from '../../test/test-media.ts';

let media: TestMedia;
const server = new FileServer();

beforeAll(async () => {
  await server.start();
  media = await startTestMedia({ isPrivateHostAllowed: (address) => address === '127.0.0.1' });
});

afterAll(async () => {
  await media.stop();
  await server.stop();
});

const byUrl = (url: string) => ({ source: 'url', url }) as const;

describe('a claim', () => {
  test('takes files from all four sources', async () => {
    const files = claimingIn(media);
    const first = await files.upload('stored');
    const second = await files.upload('uploaded');
    const url = server.serve('/report.csv', (res) => res.end('a,b\n1,2\n'));
    const claim = anAttempt();

    const taken = await files.claimed(claim, {
      attachments: [byUrl(url), inline('inline')],
      outputAttachments: [stored(first), uploaded(second)],
    });

    const texts = await Promise.all(taken.map(({ key }) => files.read(key)));
    expect(texts).toEqual(['a,b\n1,2\n', 'inline', 'stored', 'uploaded']);
    expect(taken[0]).toMatchObject({ filename: 'report.csv', contentType: 'text/csv' });
  });

  test('with URLs that fail reports each of them and releases its uploads', async () => {
    const files = claimingIn(media);
    const key = await files.upload('uploaded');
    const fine = server.serve('/fine', (res) => res.end('fine'));
    const missing = server.serve('/missing', (res) => res.writeHead(404).end());

    const { status, body } = await files.claim(anAttempt(), {
      attachments: [byUrl(fine), byUrl(missing), uploaded(key)],
      outputAttachments: [byUrl('http://10.0.0.1/'), byUrl('nowhere')],
    });

    expect([status, body]).toEqual([
      422,
      expect.objectContaining({
        fields: {
          'attachments.1': expect.stringContaining('404'),
          'outputAttachments.0': expect.any(String),
          'outputAttachments.1': expect.any(String),
        },
      }),
    ]);
    expect(await findUpload(media.db, key)).toMatchObject({ state: 'unused' });
    expect(await files.usage()).toBe('uploaded'.length);
    await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toHaveLength(1));
  });
});
