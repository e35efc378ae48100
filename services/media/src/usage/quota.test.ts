import { describe, expect, test } from '@jest/globals';
import { FILE_BYTES_MAX } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import { recordStored } from '../uploads/uploads.sql.ts';
import { anAttempt, claimingIn, inline, objectsOf, stored, uploaded } from '../../test/claiming.ts';
import { QUOTA_BYTES, useTestMedia } from '../../test/test-media.ts';
import { charge } from './usage.sql.ts';

const media = useTestMedia();

const TEXT = 'ten bytes.';

async function workspaceWith(quotaBytes: number) {
  const files = claimingIn(media);
  expect(await files.setQuota(quotaBytes)).toMatchObject({ status: 200 });
  return files;
}

describe('the quota of a workspace', () => {
  test('is never exceeded by twenty concurrent claims', async () => {
    const files = await workspaceWith(7 * TEXT.length + 9);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => files.claim(anAttempt(), { attachments: [inline(TEXT)] })),
    );

    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(7);
    for (const { status, body } of answers.filter((each) => !taken.includes(each))) {
      expect([status, body]).toMatchObject([413, { code: 'MEDIA_QUOTA_EXCEEDED' }]);
    }
    expect(await files.usage()).toBe(70);
    await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toHaveLength(7));
  });

  test('counts uploads by their declared size, then by their real size', async () => {
    const files = await workspaceWith(FILE_BYTES_MAX + 100);

    await files.announce({ sizeBytes: 60 });
    const unknown = await files.announce();
    await expect(files.announce({ sizeBytes: 41 })).rejects.toMatchObject({
      code: 'MEDIA_QUOTA_EXCEEDED',
    });
    expect(await files.usage()).toBe(FILE_BYTES_MAX + 60);

    const bytes = { objectKey: `${files.workspaceId}/o`, sizeBytes: 5, contentType: 'text/plain' };
    await media.db.transaction((tx) => recordStored(tx, { key: unknown, ...bytes }, QUOTA_BYTES));
    expect(await files.usage()).toBe(65);
  });

  test('has room for an upload that becomes a file of an output', async () => {
    const files = await workspaceWith(TEXT.length);
    const key = await files.upload(TEXT, { sizeBytes: TEXT.length });
    const claim = anAttempt();

    const [file] = await files.claimed(claim, { attachments: [uploaded(key)] });
    expect(await files.usage()).toBe(TEXT.length);
    await files.confirm(claim);
    expect(await files.usage()).toBe(TEXT.length);

    // A copy counts separately.
    const copy = await files.claim(anAttempt(), { attachments: [stored(file?.key ?? '')] });
    expect(copy).toMatchObject({ status: 413, body: { code: 'MEDIA_QUOTA_EXCEEDED' } });
    await files.delete(claim.outputId);
    expect(await files.usage()).toBe(0);
  });

  test('can be lowered below the usage, and then accepts no more files', async () => {
    const files = await workspaceWith(100);
    const claim = anAttempt();
    await files.claimed(claim, { attachments: [inline(TEXT)] });

    expect(await files.setQuota(5)).toMatchObject({
      body: { mediaQuotaBytes: 5, mediaBytes: TEXT.length },
    });
    expect(await files.claim(anAttempt(), { attachments: [inline('x')] })).toMatchObject({
      status: 413,
    });
    await files.delete(claim.outputId);
    expect(await files.claim(anAttempt(), { attachments: [inline('x')] })).toMatchObject({
      status: 200,
    });
  });

  test('defaults to the operator’s limit and cannot exceed it', async () => {
    const files = claimingIn(media);
    const { workspaceId } = files;
    const usage = () => media.internal.post('/internal/media-usage', { workspaceId });

    expect(await usage()).toMatchObject({ body: { mediaQuotaBytes: QUOTA_BYTES, mediaBytes: 0 } });
    // The first bytes of a workspace.
    const first = { workspaceId, bytes: QUOTA_BYTES + 1, quotaBytes: QUOTA_BYTES };
    await expect(charge(media.db, first)).rejects.toMatchObject({ code: 'MEDIA_QUOTA_EXCEEDED' });
    expect(await files.setQuota(QUOTA_BYTES + 1)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { mediaQuotaBytes: expect.any(String) } },
    });
    await files.setQuota(7);
    expect(await usage()).toMatchObject({ body: { mediaQuotaBytes: 7 } });
    await files.setQuota(null);
    expect(await usage()).toMatchObject({ body: { mediaQuotaBytes: QUOTA_BYTES } });
  });
});
