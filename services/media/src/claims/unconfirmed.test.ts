import { describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { findUpload } from './find-media.sql.ts';
import {
  anAttempt,
  type Attempt,
  claimingIn,
  inline,
  objectsOf,
  uploaded,
} from '../../test/claiming.ts';
import { useTestMedia } from '../../test/test-media.ts';

const media = useTestMedia();

const TEN_MINUTES_MS = 10 * 60_000;

/** Called by the gateway once a minute. */
const settle = () => media.internal.post('/internal/files/settle');

describe('a claim left by a gateway that was killed', () => {
  const leave = async (state: 'held' | 'open' | 'gone') => {
    const files = claimingIn(media);
    const claim = anAttempt();
    const key = await files.upload('upload');
    const [file] = await files.claimed(claim, { attachments: [inline('inline'), uploaded(key)] });
    media.gateway.states.set(claim.attempt, state);
    return { files, claim, upload: key, key: file?.key ?? '' };
  };
  const isUnused = async (key: string) => (await findUpload(media.db, key))?.state === 'unused';

  test('is confirmed if the submission is durable', async () => {
    const { files, claim, key, upload } = await leave('held');

    media.clock.advance(TEN_MINUTES_MS + 1);
    await settle();
    media.gateway.states.set(claim.attempt, 'gone');
    media.clock.advance(TEN_MINUTES_MS + 1);
    await settle();

    expect(await files.read(key)).toBe('inline');
    expect(await findUpload(media.db, upload)).toMatchObject({ state: 'consumed' });
  });

  test('is released if the submission failed', async () => {
    const { files, key, upload } = await leave('gone');

    media.clock.advance(TEN_MINUTES_MS + 1);
    await settle();

    expect(await files.read(key)).toBeNull();
    expect(await isUnused(upload)).toBe(true);
    expect(await files.usage()).toBe(6);
    await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toHaveLength(1));
  });

  test('is left unchanged while the submission may still succeed', async () => {
    const { files, claim, key } = await leave('open');

    media.clock.advance(TEN_MINUTES_MS + 1);
    await settle();
    expect(await files.read(key)).toBe('inline');

    media.gateway.states.set(claim.attempt, 'gone');
    await settle();
    expect(await files.read(key)).toBeNull();
  });

  test('is not settled before ten minutes have passed', async () => {
    const { claim } = await leave('gone');

    media.clock.advance(TEN_MINUTES_MS - 1);
    await settle();
    expect(media.gateway.asked).not.toContain(claim.attempt);

    media.clock.advance(2);
    await settle();
    expect(media.gateway.asked).toContain(claim.attempt);
  });

  test('is left unchanged while the gateway is down', async () => {
    const { files, key } = await leave('held');
    media.clock.advance(TEN_MINUTES_MS + 1);
    media.gateway.isAway = true;

    expect(await settle()).toMatchObject({ status: 503 });
    media.gateway.isAway = false;
    await settle();

    expect(await files.read(key)).toBe('inline');
  });

  test('that cannot be settled does not hold up later ones', async () => {
    const [broken, other] = [await leave('gone'), await leave('gone')];
    await media.db.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON claims FOR EACH ROW
        WHEN (old.output_id = '${broken.claim.outputId}') EXECUTE FUNCTION refuse()`);
    media.clock.advance(TEN_MINUTES_MS + 1);

    expect(await settle()).toMatchObject({ status: 500 });
    expect(await broken.files.read(broken.key)).toBe('inline');
    expect(await other.files.read(other.key)).toBeNull();

    await media.db.query('DROP FUNCTION refuse CASCADE');
    expect(await settle()).toMatchObject({ status: 200, body: { settled: 1 } });
    expect(await broken.files.read(broken.key)).toBeNull();
  });
});

describe('a new attempt for the same output', () => {
  const claimTwice = async (state: 'held' | 'open' | 'gone') => {
    const files = claimingIn(media);
    const first = anAttempt();
    const second: Attempt = anAttempt(first.outputId);
    const key = await files.upload('upload');
    await files.claimed(first, { attachments: [uploaded(key)] });
    media.gateway.states.set(first.attempt, state);
    const answer = await files.claim(second, { attachments: [uploaded(key)] });
    return { files, answer, outputId: first.outputId };
  };

  test('takes over from a failed one, with its uploads', async () => {
    const { files, answer } = await claimTwice('gone');

    expect(answer).toMatchObject({ status: 200, body: { files: [{ sizeBytes: 6 }] } });
    expect(await files.usage()).toBe(6);
  });

  test('is refused if the first one is durable', async () => {
    expect((await claimTwice('held')).answer).toMatchObject({ status: 409 });
  });

  test('answers 503 if the first one is still open', async () => {
    expect((await claimTwice('open')).answer).toMatchObject({ status: 503 });
  });
});

test('uploads that no output claims are removed after a day, with the storage reserved for them', async () => {
  const files = claimingIn(media);
  const unused = await files.upload('unused');
  const bare = await files.announce({ sizeBytes: 100 });
  const used = await files.upload('used');
  const claim = anAttempt();
  await files.claimed(claim, { attachments: [uploaded(used)] });
  await files.confirm(claim);
  media.clock.advance(24 * 60 * 60_000 + 1);
  const young = await files.upload('young');

  // A new process runs the job when it starts.
  const replica = await media.startReplica();

  await eventually(async () => expect(await findUpload(media.db, bare)).toBeNull());
  await replica.stop();
  expect(await findUpload(media.db, unused)).toBeNull();
  expect(await findUpload(media.db, young)).toMatchObject({ state: 'unused' });
  expect(await files.usage()).toBe('used'.length + 'young'.length);
  await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toHaveLength(2));
});
