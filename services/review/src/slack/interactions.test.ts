import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { outputKey } from '@output-review/contracts';
import { signedBySlack, SLACK_APP } from '@output-review/runtime/testing';

import { aWorkspaceWithApp } from '../../test/slack-workspaces.ts';
import { startTestReview, type TestReview } from '../../test/test-review.ts';

const CLAIMING = 12;

let t: TestReview;
/** Workspaces that all claim the same app. */
let workspaceIds: string[];

beforeAll(async () => {
  t = await startTestReview();
  const claiming = Array.from({ length: CLAIMING }, () => aWorkspaceWithApp(t));
  workspaceIds = (await Promise.all(claiming)).map(({ workspaceId }) => workspaceId);
}, 60_000);

afterEach(() => {
  jest.restoreAllMocks();
});

afterAll(async () => {
  await t.stop();
});

interface Signing {
  readonly secret?: string;
  readonly signature?: string;
  readonly user?: { readonly id: string; readonly username: string };
}

/** Verifies a button press in Slack, and counts the secrets that it decrypts. */
async function open(
  workspaceId: string | null,
  { secret, signature, user = { id: 'U0TEST', username: 'ada' } }: Signing = {},
) {
  const value = workspaceId && outputKey({ workspaceId, id: 'o' });
  const { body, headers } = signedBySlack(
    {
      ...{ type: 'block_actions', team: { id: SLACK_APP.teamId }, api_app_id: SLACK_APP.appId },
      ...{ user, trigger_id: `t-${workspaceId}` },
      ...{ container: { channel_id: SLACK_APP.channel } },
      actions: [{ action_id: 'approve', value }],
    },
    { at: t.clock.now(), ...(secret && { secret }) },
  );
  const gateway = await t.as({ kind: 'service', service: 'gateway' });
  const opening = jest.spyOn(t.encryptor, 'open');
  const answer = await gateway.post('/internal/slack/requests', {
    text: body,
    timestamp: headers['x-slack-request-timestamp'],
    signature: signature ?? headers['x-slack-signature'],
  });
  return { answer, opened: opening.mock.calls.length };
}

test('a button press is verified with the app of the workspace in the request, however many have the app', async () => {
  for (const workspaceId of workspaceIds) {
    const { answer, opened } = await open(workspaceId);

    expect(answer).toMatchObject({ status: 200, body: { workspaceId } });
    expect(opened).toBe(1);
    jest.restoreAllMocks();
  }
});

test.each([
  ['that names no workspace', null],
  ['that names one of them', 0],
])('a request %s that no app signed is tried with few secrets', async (_, index) => {
  const workspaceId = index === null ? null : (workspaceIds[index] ?? '');

  const { answer, opened } = await open(workspaceId, { secret: 'f'.repeat(32) });

  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  expect(opened).toBeLessThanOrEqual(3);
});

test('an app that is switched off verifies no button press', async () => {
  const { workspaceId } = await aWorkspaceWithApp(t);
  await t.sql.query('UPDATE destinations SET is_active = false WHERE workspace_id = $1', [
    workspaceId,
  ]);

  const { answer } = await open(workspaceId);

  // Others have the same app.
  expect(answer.status).toBe(200);
  expect(workspaceIds).toContain((answer.body as { workspaceId: string }).workspaceId);
});

test('a malformed signature is tried with no secret', async () => {
  const { answer, opened } = await open(workspaceIds[0] ?? '', { signature: 'v0=none' });

  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  expect(opened).toBe(0);
});

test('a name is truncated to Slack’s limit without splitting a character', async () => {
  const user = { id: 'W0TEST', username: `${'a'.repeat(79)}😀${'b'.repeat(100_000)}` };

  const { answer } = await open(workspaceIds[0] ?? '', { user });

  expect(answer).toMatchObject({ status: 200, body: { slackUserId: 'W0TEST' } });
  expect(answer.body).toMatchObject({ slackUserName: 'a'.repeat(79) });
});

test.each(['', 'somebody', 'U0', `U${'0'.repeat(40)}`, 'U0TEST\n'])(
  'a signed request of the user %j is refused',
  async (id) => {
    const { answer } = await open(workspaceIds[0] ?? '', { user: { id, username: 'ada' } });

    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  },
);
