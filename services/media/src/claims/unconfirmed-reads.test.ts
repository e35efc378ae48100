import { describe, expect, test } from '@jest/globals';
import type { FileClaimState } from '@output-review/contracts';

import { findUpload } from './find-media.sql.ts';
import { anAttempt, claimingIn, inline, uploaded } from '../../test/claiming.ts';
import { linkClient } from '../../test/links/link-client.ts';
import { useTestMedia } from '../../test/test-media.ts';

const media = useTestMedia();

/** Creates an unconfirmed claim of a submission that has this state in the gateway. */
async function unconfirmed(state: FileClaimState) {
  const files = claimingIn(media);
  const upload = await files.upload('upload');
  const claim = anAttempt();
  const [, file] = await files.claimed(claim, { attachments: [uploaded(upload), inline('text')] });
  media.gateway.states.set(claim.attempt, state);
  const { mediaUrl } = await linkClient(media, files.workspaceId);
  return { mediaUrl, upload, key: file?.key ?? '' };
}

describe('a link requested before the files are confirmed', () => {
  test('is created if the gateway knows the output as durable', async () => {
    const { mediaUrl, upload, key } = await unconfirmed('held');

    expect(await mediaUrl(key)).toMatchObject({ status: 200, body: { sizeBytes: 4 } });
    expect(await mediaUrl(upload)).toMatchObject({
      status: 404,
      body: { code: 'UPLOAD_CONSUMED' },
    });
  });

  test('is refused for the upload too, if that is requested first', async () => {
    const { mediaUrl, upload } = await unconfirmed('held');

    expect(await mediaUrl(upload)).toMatchObject({
      status: 404,
      body: { code: 'UPLOAD_CONSUMED' },
    });
  });

  test('is created for the upload only, while the submission is in progress', async () => {
    const { mediaUrl, upload, key } = await unconfirmed('open');

    expect(await mediaUrl(key)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await mediaUrl(upload)).toMatchObject({ status: 200, body: { sizeBytes: 6 } });
  });

  test('is created for the upload only, if the submission failed', async () => {
    const { mediaUrl, upload, key } = await unconfirmed('gone');

    expect(await mediaUrl(key)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await mediaUrl(upload)).toMatchObject({ status: 200, body: { sizeBytes: 6 } });
    expect(await findUpload(media.db, upload)).toMatchObject({ state: 'unused' });
  });

  test('answers 503 while the gateway is down', async () => {
    const { mediaUrl, key } = await unconfirmed('held');
    media.gateway.isAway = true;

    expect(await mediaUrl(key)).toMatchObject({ status: 503 });
    media.gateway.isAway = false;
    expect(await mediaUrl(key)).toMatchObject({ status: 200 });
  });
});
