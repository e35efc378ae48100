import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type AuditRecorded,
  auditRecorded,
  type WorkspacesChanged,
  workspacesChanged,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { type ApiClient, eventually } from '@output-review/runtime/testing';

import { collectData } from '../../test/collect-data.ts';
import { sendWhileDemoted } from '../../test/people/team.ts';
import { WEBHOOK_URL } from '../../test/settings-peers.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

const t = useTestGateway({ rateLimitPerMinute: 0 });
let api: ApiClient;
let told: WorkspacesChanged[];
let audited: AuditRecorded[];

beforeAll(async () => {
  told = collectData(t.bus, workspacesChanged);
  audited = collectData(t.bus, auditRecorded);
  api = await t.signIn();
});

interface Owner {
  readonly workspaceId: string;
  readonly userId: string;
}

const OUTPUT = { output: 'x', project: 'Support' };

const settings = async () => (await api.get('/api/settings')).body as Record<string, unknown>;

describe('the settings that the gateway stores', () => {
  const change = {
    workspaceName: ' Claims ',
    ...{ tokensMayDecide: false, allowDeadlineApproval: true, queueDecisionComments: false },
    retentionDays: 30,
  };

  test('are changed together, published with a higher version, and recorded in the audit', async () => {
    const before = await settings();

    const answer = await api.patch('/api/settings', change);

    const after = { ...before, ...change, workspaceName: 'Claims' };
    expect(answer).toMatchObject({ status: 200, body: after });
    expect(await settings()).toEqual(after);
    await eventually(() => expect(told.at(-1)).toMatchObject({ version: 2 }));
    const { workspaceName: name, ...rest } = { ...change, workspaceName: 'Claims' };
    expect(told.at(-1)).toEqual({
      ...{ workspaceId: before['workspaceId'], version: 2, name, deleted: false },
      ...rest,
    });
    await eventually(() =>
      expect(audited.at(-1)).toMatchObject({
        action: 'settings.changed',
        actor: { kind: 'user', name: 'ada@example.com' },
        before: { tokensMayDecide: true, retentionDays: null },
        after: {
          tokensMayDecide: false,
          retentionDays: 30,
          workspaceName: { hmac: expect.any(String) },
        },
      }),
    );
    expect(JSON.stringify(audited)).not.toContain('Claims');
  });

  test('are not published or recorded when sent unchanged', async () => {
    const [publishedBefore, records] = [told.length, audited.length];

    await api.patch('/api/settings', await settings());
    await api.patch('/api/settings', {});
    await api.patch('/api/settings', { retentionDays: null });

    const more = [publishedBefore + 1, records + 1];
    await eventually(() => expect([told.length, audited.length]).toEqual(more));
    expect(await settings()).toMatchObject({ retentionDays: null, tokensMayDecide: false });
  });

  test('all hold when many change them concurrently, each with its own version', async () => {
    const publishedBefore = told.length;

    await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => api.patch('/api/settings', { retentionDays: n + 1 })),
      api.patch('/api/settings', { workspaceName: 'Letters' }),
      api.patch('/api/settings', { queueDecisionComments: true }),
    ]);

    // Events are not ordered; versions are.
    await eventually(() => expect(told).toHaveLength(publishedBefore + 10));
    expect(new Set(told.map(({ version }) => version)).size).toBe(told.length);
    const last = told.reduce((one, other) => (one.version > other.version ? one : other));
    const { workspaceName, retentionDays, queueDecisionComments } = await settings();
    expect(last).toMatchObject({ name: workspaceName, retentionDays, queueDecisionComments });
    expect([workspaceName, queueDecisionComments]).toEqual(['Letters', true]);
  });

  test('are changed together with those of other services, or none is', async () => {
    const before = await settings();
    const wrongs = [
      { defaultJudgeProvider: 'google' },
      { mediaQuotaBytes: 2_000 },
      { slackNotificationsEnabled: true },
    ];
    const rights = { skipJudgesWhenFlagged: true, mediaQuotaBytes: 1, notifyOnFlag: false };
    for (const wrong of wrongs) {
      const all = { retentionDays: 99, ...rights, ...wrong };
      expect((await api.patch('/api/settings', all)).status).toBe(400);
    }
    expect(await settings()).toEqual(before);

    const all = { skipJudgesWhenFlagged: true, mediaQuotaBytes: 500, notifyOnFlag: false };
    expect(await api.patch('/api/settings', all)).toMatchObject({ status: 200, body: all });

    const quota = { before: { mediaQuotaBytes: 1_000 }, after: { mediaQuotaBytes: 500 } };
    await eventually(() => expect(audited).toContainEqual(expect.objectContaining(quota)));
    expect(await settings()).toMatchObject(all);
  });

  test.each<[string, object]>([
    ['workspaceName', { workspaceName: 'x'.repeat(201) }],
    ['tokensMayDecide', { tokensMayDecide: 'no' }],
    ['retentionDays', { retentionDays: 0 }],
    ['retentionDays', { retentionDays: 36_501 }],
    ['retentionDays', { retentionDays: 1.5 }],
  ])('all stay as they were after a fault in %s', async (field, wrong) => {
    const before = await settings();

    const answer = await api.patch('/api/settings', { allowDeadlineApproval: false, ...wrong });

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect((answer.body as { fields: object }).fields).toHaveProperty([field]);
    expect(await settings()).toEqual(before);
  });
});

describe('tokensMayDecide', () => {
  const decide = () => t.tokenApi.patch('/api/logs/a/decision', { decision: 'approved' });

  test('off refuses decisions and lessons by token from the answer on, and nothing else', async () => {
    await api.patch('/api/settings', { tokensMayDecide: false });

    expect(await decide()).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const lesson = { teach: true, comment: 'Name no day.' };
    expect((await t.tokenApi.patch('/api/logs/a/decision', lesson)).status).toBe(403);
    expect((await api.patch('/api/logs/a/decision', { decision: 'approved' })).status).not.toBe(
      403,
    );
    const flag = await t.tokenApi.patch('/api/logs/a/status', { status: 'flagged' });
    expect(flag.status).not.toBe(403);

    await api.patch('/api/settings', { tokensMayDecide: true });
    expect((await decide()).status).not.toBe(403);
  });
});

describe('allowDeadlineApproval', () => {
  const submit = (fields: object = {}) =>
    t.tokenApi.post('/api/logs', {
      ...OUTPUT,
      respondBy: 'PT1H',
      onDeadline: 'approve',
      ...fields,
    });

  test('off refuses submissions that ask for it, except repeats of accepted ones', async () => {
    await api.patch('/api/settings', { allowDeadlineApproval: true });
    const accepted = await submit({ id: 'kept' });
    expect(accepted.status).toBe(202);

    await api.patch('/api/settings', { allowDeadlineApproval: false });

    const refused = await submit();
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect((refused.body as { fields: object }).fields).toEqual({
      onDeadline: expect.stringContaining('deadline'),
    });
    expect((await submit({ id: 'kept' })).body).toEqual(accepted.body);
    expect((await submit({ onDeadline: 'reject' })).status).toBe(202);
  });
});

test('review knows the settings it uses before the change is answered', async () => {
  for (const change of [{ allowDeadlineApproval: true }, { retentionDays: 11 }]) {
    await api.patch('/api/settings', { allowDeadlineApproval: false, retentionDays: 10 });
    const before = t.peers.review.workspaceChanges.at(-1);

    expect((await api.patch('/api/settings', change)).status).toBe(200);

    const version = (before?.version ?? 0) + 1;
    expect(t.peers.review.workspaceChanges.at(-1)).toEqual({ ...before, ...change, version });
  }
});

test('tells review of a change again if the client repeats it after a failure', async () => {
  await api.patch('/api/settings', { allowDeadlineApproval: true });
  const { review } = t.peers;
  review.beforeWorkspaceChange = () => Promise.reject(new AppError('UNAVAILABLE', 'Restarting.'));
  const change = { allowDeadlineApproval: false };
  expect((await api.patch('/api/settings', change)).status).toBe(503);
  review.beforeWorkspaceChange = () => Promise.resolve();

  expect((await api.patch('/api/settings', change)).status).toBe(200);

  expect(review.workspaceChanges.at(-1)).toMatchObject(change);
});

test.each(['viewer', 'reviewer', 'manager'])(
  'a %s sees only the origin of the webhook URL and changes nothing',
  async (role) => {
    expect(await settings()).toMatchObject({ outboundWebhookUrl: WEBHOOK_URL });
    await t.sql.query('UPDATE members SET role = $1', [role]);
    expect(await settings()).toMatchObject({ outboundWebhookUrl: 'https://hooks.example.com/…' });

    const answer = await api.patch('/api/settings', { skipJudgesWhenFlagged: true });

    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    await t.sql.query(`UPDATE members SET role = 'admin'`);
  },
);

test.each<[string, object]>([
  ['gateway', { retentionDays: 55 }],
  ['evaluator and the media service', { skipJudgesWhenFlagged: true, mediaQuotaBytes: 55 }],
  ['review', { notifyOnFlag: true }],
])(
  'an admin who is demoted during the request changes no settings of the %s',
  async (_, change) => {
    await api.patch('/api/settings', { skipJudgesWhenFlagged: false, notifyOnFlag: false });
    const before = await settings();
    const { rows } = await t.sql.query<Owner>(
      'SELECT workspace_id AS "workspaceId", user_id AS "userId" FROM members',
    );
    const [owner] = rows as [Owner];

    const answer = await sendWhileDemoted(t, { ...owner, role: 'manager' }, () =>
      api.patch('/api/settings', change),
    );

    await t.sql.query(`UPDATE members SET role = 'admin'`);
    expect(answer).toMatchObject({
      ...{ status: 403, body: { error: 'You are no longer an admin.', code: 'FORBIDDEN' } },
    });
    expect(await settings()).toEqual(before);
  },
);

test('answers 503 and changes nothing while the evaluator is down', async () => {
  await t.peers.evaluator.stop();

  for (const answer of [
    await api.get('/api/settings'),
    await api.patch('/api/settings', { skipJudgesWhenFlagged: true, retentionDays: 77 }),
  ]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  const { rows } = await t.sql.query('SELECT FROM workspaces WHERE retention_days = 77');
  expect(rows).toEqual([]);
});

test('changes nothing while review is down', async () => {
  const read = async () => (await t.sql.query<object>('SELECT * FROM workspaces')).rows;
  const before = await read();
  await t.peers.review.stop();

  const answer = await api.patch('/api/settings', { retentionDays: 66 });

  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(await read()).toEqual(before);
});
