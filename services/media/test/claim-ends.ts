import { newId } from '@output-review/runtime';
import { describe, expect, test } from '@jest/globals';
import { eventually, untilHeldUp } from '@output-review/runtime/testing';

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

/** Tests of confirming, releasing and deleting claims, for any store. */
export function claimEndsSuite(media: () => TestMedia): void {
  const workspace = (): Claiming => claimingIn(media());
  /** Expects that nothing of a workspace is left, in the tables or the store. */
  const expectNothing = async ({ workspaceId, usage }: Claiming): Promise<void> => {
    expect(await usage()).toBe(0);
    await eventually(async () => expect(await objectsOf(media(), workspaceId)).toEqual([]));
  };

  describe('an upload', () => {
    test('is claimed by only one of several concurrent submissions', async () => {
      const files = workspace();
      const key = await files.upload('once');

      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => files.claim(anAttempt(), { attachments: [uploaded(key)] })),
      );

      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
      expect(answers.find(({ status }) => status === 404)?.body).toMatchObject({
        ...{ code: 'UPLOAD_CONSUMED', fields: { 'attachments.0': expect.any(String) } },
      });
      expect(await files.usage()).toBe(4);
    });

    test('is consumed by its output, and its own bytes are deleted', async () => {
      const files = workspace();
      const key = await files.upload('once');
      const claim = anAttempt();
      await files.claimed(claim, { attachments: [uploaded(key)] });
      await files.confirm(claim);

      const again = await files.claim(anAttempt(), { attachments: [uploaded(key)] });

      expect(again).toMatchObject({ status: 404, body: { code: 'UPLOAD_CONSUMED' } });
      expect(await files.claim(anAttempt(), { attachments: [stored(key)] })).toMatchObject({
        status: 404,
        body: { code: 'UPLOAD_CONSUMED', fields: { 'attachments.0': expect.any(String) } },
      });
      expect(await files.usage()).toBe(4);
      await eventually(async () =>
        expect(await objectsOf(media(), files.workspaceId)).toHaveLength(1),
      );
    });

    test.each(['confirm', 'release', 'deletion', 'submission'] as const)(
      'is locked in the order of keys by a %s, so that none deadlocks with another',
      async (end) => {
        const files = workspace();
        const keys = [await files.upload('one'), await files.upload('two')].toSorted();
        const attachments = keys.map(uploaded);
        const claim = anAttempt();
        let ending: Promise<unknown> | undefined;
        if (end !== 'submission') await files.claimed(claim, { attachments });

        // In the table, the first key now comes last.
        const move = `UPDATE uploads SET created_at = created_at + interval '1 ms' WHERE key = $1`;
        await media().db.query(move, [keys[0]]);

        await media().db.transaction(async (tx) => {
          await tx.query('SELECT FROM uploads WHERE key = $1 FOR UPDATE', [keys[0]]);
          if (end === 'submission') {
            ending = files.claim(claim, { attachments: attachments.toReversed() });
          } else ending = end === 'deletion' ? files.delete(claim.outputId) : files[end](claim);
          await untilHeldUp(tx, 1, 'uploads');
          // Deadlocks if the statement that waits has locked it.
          await tx.query('SELECT FROM uploads WHERE key = $1 FOR UPDATE', [keys[1]]);
        });

        expect(await ending).toMatchObject({ status: 200 });
      },
    );

    test('becomes available once the gateway reports its claim as gone', async () => {
      const files = workspace();
      const key = await files.upload('once');
      const dead = anAttempt();
      await files.claimed(dead, { attachments: [uploaded(key)] });
      const wants = () => files.claim(anAttempt(), { attachments: [uploaded(key)] });

      expect(await wants()).toMatchObject({ status: 404 });
      media().gateway.states.set(dead.attempt, 'gone');

      expect(await wants()).toMatchObject({ status: 200 });
      expect(await files.usage()).toBe(4);
    });
  });

  describe('a copy of a stored file', () => {
    test('survives the deletion of the source output', async () => {
      const files = workspace();
      const [earlier, later] = [anAttempt(), anAttempt()];
      const [first] = await files.claimed(earlier, { attachments: [inline('kept')] });
      await files.confirm(earlier);
      const [copy] = await files.claimed(later, { outputAttachments: [stored(first?.key ?? '')] });
      await files.confirm(later);

      await files.delete(earlier.outputId);

      await eventually(async () =>
        expect(await objectsOf(media(), files.workspaceId)).toHaveLength(1),
      );
      expect(await files.read(copy?.key ?? '')).toBe('kept');
      expect(await files.read(first?.key ?? '')).toBeNull();
      expect(await files.usage()).toBe(4);
    });
  });

  describe('confirming and releasing', () => {
    test('a release undoes the claim and is idempotent', async () => {
      const files = workspace();
      const key = await files.upload('upload');
      const claim = anAttempt();
      await files.claimed(claim, { attachments: [inline('inline'), uploaded(key)] });

      await files.release(claim);
      await files.release(claim);

      expect(await files.usage()).toBe(6);
      expect(await findUpload(media().db, key)).toMatchObject({ state: 'unused' });
      await eventually(async () =>
        expect(await objectsOf(media(), files.workspaceId)).toHaveLength(1),
      );
      await files.claimed(anAttempt(claim.outputId), { attachments: [uploaded(key)] });
    });

    test('a release after the confirmation is a no-op', async () => {
      const files = workspace();
      const claim = anAttempt();
      const [file] = await files.claimed(claim, { attachments: [inline('kept')] });

      for (const step of [files.confirm, files.confirm, files.release]) {
        expect(await step(claim)).toMatchObject({ status: 200 });
      }

      expect(await files.read(file?.key ?? '')).toBe('kept');
    });

    test('calls of a late attempt do not affect another attempt', async () => {
      const files = workspace();
      const late = anAttempt();
      const claim = anAttempt(late.outputId);
      media().gateway.states.set(late.attempt, 'gone');
      await files.claimed(late, { attachments: [inline('late')] });
      const [file] = await files.claimed(claim, { attachments: [inline('mine')] });

      await files.confirm(late);
      await files.release(late);
      media().gateway.states.set(claim.attempt, 'held');
      const claimedLate = await files.claim(late, { attachments: [inline('late')] });

      expect(claimedLate).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect(await files.read(file?.key ?? '')).toBe('mine');
      expect(await files.usage()).toBe(4);
    });

    test('a deletion is final', async () => {
      const files = workspace();
      const claim = anAttempt();
      await files.claimed(claim, {
        attachments: [inline('gone'), uploaded(await files.upload('x'))],
      });

      await files.delete(claim.outputId, 'never-had-files');
      await files.delete(claim.outputId);
      await files.confirm(claim);
      await files.release(claim);

      expect(await files.claim(claim, { attachments: [inline('late')] })).toMatchObject({
        ...{ status: 409, body: { code: 'CONFLICT' } },
      });
      expect(await files.claim(anAttempt(claim.outputId), {})).toMatchObject({ status: 409 });
      await expectNothing(files);
    });
  });

  test('a deletion keeps the files of an output with the same ID in another workspace', async () => {
    const [files, others] = [workspace(), workspace()];
    const id = newId();
    const [claim, other] = [anAttempt(id), anAttempt(id)];
    await files.claimed(claim, { attachments: [inline('a')] });
    const [kept] = await others.claimed(other, { attachments: [inline('b')] });

    await files.delete(id);

    expect(await others.read(kept?.key ?? '')).toBe('b');
    await expectNothing(files);
  });
}
