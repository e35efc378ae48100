import { Readable } from 'node:stream';

import { describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { findUpload } from '../src/claims/find-media.sql.ts';
import {
  anAttempt,
  type Claiming,
  claimingIn,
  inline,
  objectsOf,
  stored,
  uploaded,
} from './claiming.ts';
import type { TestMedia } from './test-media.ts';

const PDF = Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n<<>>\nendobj\n', 'latin1').toString(
  'base64',
);

/** Tests of claiming files, for any store. */
export function claimsSuite(media: () => TestMedia): void {
  const workspace = (): Claiming => claimingIn(media());

  describe('a claim', () => {
    test('takes files from all sources, in the order of the lists', async () => {
      const files = workspace();
      const earlier = anAttempt();
      const [first] = await files.claimed(earlier, { attachments: [inline('first')] });
      await files.confirm(earlier);
      const key = await files.upload('from an upload');
      const claim = anAttempt();

      const taken = await files.claimed(claim, {
        attachments: [
          { source: 'upload', data: PDF, filename: '../Übersicht.pdf', label: 'The invoice' },
          uploaded(key),
        ],
        outputAttachments: [stored(first?.key ?? '')],
      });

      const folder = `${files.workspaceId}/${claim.outputId}`;
      expect(taken).toEqual([
        {
          ...{ role: 'input', key: expect.stringMatching(`^${folder}/0-[\\w.-]+\\.pdf$`) },
          ...{ filename: 'Übersicht.pdf', contentType: 'application/pdf', label: 'The invoice' },
          sizeBytes: Buffer.from(PDF, 'base64').length,
        },
        {
          ...{ role: 'input', key: `${folder}/1-a.txt`, filename: 'a.txt', label: null },
          ...{ contentType: 'text/plain', sizeBytes: 14 },
        },
        {
          ...{ role: 'output', key: `${folder}/2-a.txt`, filename: 'a.txt', label: null },
          ...{ contentType: 'text/plain', sizeBytes: 5 },
        },
      ]);
      expect(await files.read(`${folder}/1-a.txt`)).toBe('from an upload');
      expect(await files.read(`${folder}/2-a.txt`)).toBe('first');
    });

    test('accepts all forms of a key as stored files, and does not consume an upload that it copies', async () => {
      const files = workspace();
      const key = await files.upload('once');
      const forms = [
        key,
        `/api/media/${key}`,
        `https://reviews.example.com/api/media/${key}`,
        `https://outputs.example.com/reviews/api/media/${key}`,
      ];

      const taken = await files.claimed(anAttempt(), { attachments: forms.map(stored) });

      expect(taken.map(({ sizeBytes }) => sizeBytes)).toEqual([4, 4, 4, 4]);
      expect(await findUpload(media().db, key)).toMatchObject({ state: 'unused' });
    });

    test('returns the same result when repeated by the same attempt', async () => {
      const files = workspace();
      const claim = anAttempt();
      const given = { attachments: [inline('a'), uploaded(await files.upload('b'))] };

      const first = await files.claimed(claim, given);

      expect(await files.claimed(claim, given)).toEqual(first);
      await files.confirm(claim);
      expect(await files.claimed(claim, given)).toEqual(first);
      expect(await files.usage()).toBe(2);
    });

    test('creates distinct keys for outputs with similar IDs', async () => {
      const files = workspace();
      const ids = ['a:b', 'a-b', 'uploads', 'a.b'];

      const keys = await Promise.all(
        ids.map(
          async (id) =>
            (await files.claimed(anAttempt(id), { attachments: [inline('x')] }))[0]?.key,
        ),
      );

      expect(new Set(keys).size).toBe(4);
      for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9._/-]+$/);
    });

    test('copies the bytes it checked: later uploads do not change the file', async () => {
      const files = workspace();
      const key = await files.upload('looked at');
      const upload = await findUpload(media().db, key);
      const claim = anAttempt();
      const [file] = await files.claimed(claim, { attachments: [uploaded(key)] });

      await media().store.put(upload?.objectKey ?? '', Readable.from(['<script>']), {
        ...{ size: 8, contentType: 'text/html' },
      });

      expect(await files.read(file?.key ?? '')).toBe('looked at');
    });
  });

  describe('a claim that is refused', () => {
    test('reports all invalid files at once and leaves nothing behind', async () => {
      const files = workspace();
      const key = await files.upload('fine');
      const before = await files.usage();

      const { status, body } = await files.claim(anAttempt(), {
        attachments: [
          inline('fine'),
          { source: 'upload', data: 'not base64!' },
          { source: 'url' },
          uploaded('w/uploads/guessed-a.txt'),
        ],
        outputAttachments: [uploaded(key), stored('https://example.com/api/media/a/b/0-c')],
      });

      expect([status, body]).toEqual([
        422,
        expect.objectContaining({
          code: 'UNPROCESSABLE_ATTACHMENT',
          fields: {
            'attachments.1': expect.stringContaining('base64'),
            'attachments.2': expect.stringContaining('"url"'),
            'outputAttachments.1': expect.stringContaining('no such file'),
          },
        }),
      ]);
      expect(await files.usage()).toBe(before);
      expect(await findUpload(media().db, key)).toMatchObject({ state: 'unused' });
      expect(await objectsOf(media(), files.workspaceId)).toHaveLength(1);
    });

    test('for the type of its bytes is undone', async () => {
      const files = workspace();
      const key = await files.upload('fine');
      const zip = Buffer.from('504b0304140000000000', 'hex').toString('base64');

      const { status, body } = await files.claim(anAttempt(), {
        attachments: [inline('fine'), uploaded(key)],
        outputAttachments: [{ source: 'upload', data: zip, filename: 'a.png' }],
      });

      expect([status, body]).toMatchObject([
        422,
        { fields: { 'outputAttachments.0': expect.stringContaining('zip') } },
      ]);
      expect(await files.usage()).toBe(4);
      await eventually(async () =>
        expect(await objectsOf(media(), files.workspaceId)).toHaveLength(1),
      );
      // A retry succeeds at once.
      await files.claimed(anAttempt(), { attachments: [uploaded(key)] });
    });

    test('reports files of another workspace like missing ones', async () => {
      const [files, others] = [workspace(), workspace()];
      const upload = await others.upload('secret');
      const claim = anAttempt();
      const [file] = await others.claimed(claim, { attachments: [inline('secret')] });
      await others.confirm(claim);

      const answers = await Promise.all(
        [
          uploaded(upload),
          stored(upload),
          stored(file?.key ?? ''),
          uploaded(`${files.workspaceId}/uploads/guessed`),
          stored(`${files.workspaceId}/guessed/0-a.txt`),
        ].map(async (reference) => files.claim(anAttempt(), { attachments: [reference] })),
      );

      const [firstAnswer] = answers;
      expect(firstAnswer).toMatchObject({ status: 422 });
      for (const { status, body } of answers)
        expect([status, body]).toEqual([422, firstAnswer?.body]);
    });

    test('for an upload without bytes says so', async () => {
      const files = workspace();
      const key = await files.announce({ sizeBytes: 10 });

      const { status, body } = await files.claim(anAttempt(), { attachments: [uploaded(key)] });

      expect([status, body]).toMatchObject([
        422,
        { fields: { 'attachments.0': expect.stringContaining('No bytes') } },
      ]);
      expect(await files.usage()).toBe(10);
    });
  });
}
