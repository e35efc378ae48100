import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import {
  eventually,
  type Mailbox,
  openMailbox,
  SLACK_APP,
  type SlackServer,
  startSlackServer,
  startWebhookReceiver,
  untilHeldUp,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import { aPerson, startTestReview, type TestReview } from '../../test/test-review.ts';
import { settle } from '../../test/notified-workspaces.ts';
import { startReview } from '../service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let mailbox: Mailbox;
let slack: SlackServer;
let hook: WebhookReceiver;
let t: TestReview;

beforeAll(async () => {
  [mailbox, slack, hook] = await Promise.all([
    ...([openMailbox(), startSlackServer(), startWebhookReceiver()] as const),
  ]);
  const mail = { smtpUrl: mailbox.url, from: 'reviews@example.com' };
  t = await startTestReview({ mail, slackApiUrl: slack.url });
});

beforeEach(() => {
  slack.fault = () => null;
});

afterAll(async () => {
  await t.stop();
  await mailbox.stop();
  await slack[Symbol.asyncDispose]();
  await hook[Symbol.asyncDispose]();
});

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly event: string;
  readonly state: string;
}

/** A workspace that gets emails, and what arrives. */
async function aWorkspaceWithMails(change: object = {}) {
  const workspaceId = newId();
  const address = `${workspaceId}@example.com`;
  const set = async (more: object) => {
    expect((await settle(t, workspaceId, { ...more })).status).toBe(200);
  };
  await set({
    ...{ notificationEmail: address, emailNotificationsEnabled: true, emailDigest: 'PT1H' },
    ...change,
  });
  const flag = (given: Partial<OutputsSubmitted> = {}) =>
    t.submitEvaluated('fail', { workspaceId, ...given });
  const deliveries = async () => {
    const { rows } = await t.sql.query<Row>(
      `SELECT d.id, x.kind, d.event, d.state FROM deliveries d
       JOIN destinations x ON x.id = d.destination_id WHERE d.workspace_id = $1 ORDER BY d.n`,
      [workspaceId],
    );
    return rows;
  };
  const gathered = async () => {
    const { rows } = await t.sql.query<{ outputId: string; digestAt: Date }>(
      `SELECT output_id AS "outputId", digest_at AS "digestAt" FROM digest_items
       WHERE workspace_id = $1 AND digest_id IS NULL ORDER BY n`,
      [workspaceId],
    );
    return rows;
  };
  const mails = () => mailbox.mailsTo(address);
  return { workspaceId, set, flag, deliveries, gathered, mails };
}

type Mailed = Awaited<ReturnType<typeof aWorkspaceWithMails>>;

/** Waits until there are that many emails and nothing is due. */
const untilMails = ({ mails, deliveries, gathered }: Mailed, count: number) =>
  eventually(async () => {
    const due = (await gathered()).filter(({ digestAt }) => digestAt <= t.clock.now());
    expect(due).toEqual([]);
    const open = (await deliveries()).filter(({ state }) => state === 'pending');
    expect(open).toEqual([]);
    expect(mails()).toHaveLength(count);
    return mails();
  });

const reviewerOf = ({ workspaceId }: Mailed) => t.as(aPerson(workspaceId, 'manager'));

const inMs = (ms: number): string => new Date(t.clock.now().getTime() + ms).toISOString();

const idsIn = (mail: string | undefined): string[] => [
  ...new Set([...(mail ?? '').matchAll(/outputs\/([\w-]+)/g)].map((match) => match[1] ?? '')),
];

describe('a digest', () => {
  test('comes once per interval, with counts by project and the ten most urgent outputs first', async () => {
    const w = await aWorkspaceWithMails();
    const due: OutputsSubmitted[] = [];
    for (let n = 9; n >= 0; n -= 1) {
      const respondBy = inMs(2 * HOUR_MS + n * MINUTE_MS);
      due.unshift(await w.flag({ respondBy, projectName: 'Support' }));
    }
    await w.flag({ projectId: 'sales', projectName: 'Sales <b>' });
    await t.submitEvaluated('error', { workspaceId: w.workspaceId });
    expect(await w.deliveries()).toEqual([]);

    t.clock.advance(HOUR_MS);
    const [mail, ...others] = await untilMails(w, 1);

    expect(others).toEqual([]);
    expect(mail).toContain('Subject: 12 outputs are waiting for a decision');
    expect(mail).toContain('- Support: 11 (1 could not be evaluated)\r\n- Sales <b>: 1');
    expect(mail).toContain('/?project=sales">Sales &lt;b&gt;: 1</a>');
    expect(idsIn(mail)).toEqual(due.map(({ id }) => id));
    expect(mail).toContain(`due ${due[0]?.respondBy?.slice(0, 16).replace('T', ' ')} UTC`);
    expect(mail).not.toContain(String(due[0]?.content.output));
    expect(await w.deliveries()).toMatchObject([{ event: 'digest', state: 'delivered' }]);
  });

  test('is not sent without new outputs', async () => {
    const w = await aWorkspaceWithMails();
    await w.flag();
    t.clock.advance(HOUR_MS);
    await untilMails(w, 1);

    t.clock.advance(HOUR_MS);
    const last = await w.flag();
    t.clock.advance(HOUR_MS);

    expect(idsIn((await untilMails(w, 2))[1])).toEqual([last.id]);
  });

  test('leaves out outputs that were decided, deleted, evaluated again or reported at once before', async () => {
    const w = await aWorkspaceWithMails();
    const decided = await w.flag();
    const deleted = await w.flag();
    const again = await w.flag();
    const flagged = await w.flag();
    const waiting = await w.flag();
    const api = await reviewerOf(w);
    await api.patch(`/api/logs/${decided.id}/decision`, { decision: 'rejected' });
    await api.delete(`/api/logs/${deleted.id}`);
    await api.post(`/api/logs/${again.id}/evaluate`);
    await api.patch(`/api/logs/${flagged.id}/status`, { status: 'flagged' });
    await untilMails(w, 1);
    expect((await w.gathered()).map(({ outputId }) => outputId)).not.toContain(deleted.id);

    t.clock.advance(HOUR_MS);

    const [, digest] = await untilMails(w, 2);
    expect(digest).toContain('Subject: Support: 1 output is waiting for a decision');
    expect(idsIn(digest)).toEqual([waiting.id]);
  });

  test('is not sent if all of its outputs were decided', async () => {
    const w = await aWorkspaceWithMails();
    const { id } = await w.flag();
    await (await reviewerOf(w)).patch(`/api/logs/${id}/decision`, { decision: 'approved' });
    t.clock.advance(HOUR_MS);
    await eventually(async () => expect(await w.gathered()).toEqual([]));

    expect(await w.deliveries()).toEqual([]);
    expect(w.mails()).toEqual([]);
  });
});

describe('an immediate message is sent for', () => {
  test('a flag by a person, a deadline before the digest, and an escalation', async () => {
    const w = await aWorkspaceWithMails();
    const { id } = await t.submitEvaluated('pass', { workspaceId: w.workspaceId });
    await (await reviewerOf(w)).patch(`/api/logs/${id}/status`, { status: 'flagged' });
    await untilMails(w, 1);
    const soon = await w.flag({ respondBy: inMs(30 * MINUTE_MS), onDeadline: 'escalate' });
    const [, second] = await untilMails(w, 2);
    expect(idsIn(second)).toEqual([soon.id]);

    t.clock.advance(30 * MINUTE_MS);
    await eventually(() => expect(w.mails()).toHaveLength(3));

    expect(w.mails()[2]).toContain('An output is still waiting for a decision');
    expect(await w.gathered()).toEqual([]);
  });
});

describe('a change of the setting', () => {
  test('to off sends the gathered outputs at once, then each output on its own', async () => {
    const w = await aWorkspaceWithMails({ emailDigest: 'P1D' });
    const [first, second] = [await w.flag(), await w.flag()];
    await w.set({ emailDigest: 'off' });
    const [digest] = await untilMails(w, 1);
    expect(idsIn(digest).sort()).toEqual([first.id, second.id].sort());

    const third = await w.flag();

    expect(idsIn((await untilMails(w, 2))[1])).toEqual([third.id]);
  });

  test('to a shorter interval moves the digest up, and to a longer one does not delay it', async () => {
    const w = await aWorkspaceWithMails({ emailDigest: 'P1D' });
    await w.flag();
    await w.set({ emailDigest: 'PT15M' });
    t.clock.advance(15 * MINUTE_MS);
    await untilMails(w, 1);

    await w.flag();
    await w.set({ emailDigest: 'P1D' });
    await w.set({ notifyOnError: false });
    t.clock.advance(15 * MINUTE_MS);

    await untilMails(w, 2);
  });

  test('that turns the channel off drops the gathered outputs', async () => {
    const w = await aWorkspaceWithMails();
    await w.flag();
    await w.set({ emailNotificationsEnabled: false });

    expect(await w.gathered()).toEqual([]);
  });
});

describe('in Slack', () => {
  const withSlack = (more: object = {}) =>
    aWorkspaceWithMails({
      ...{ emailNotificationsEnabled: false, slackApp: SLACK_APP, slackDigest: 'PT15M' },
      ...{ slackWebhookUrl: hook.url, slackNotificationsEnabled: true, ...more },
    });
  const delivered = (w: Mailed) =>
    eventually(async () => {
      const rows = await w.deliveries();
      expect(rows.map(({ kind, event, state }) => [kind, event, state]).sort()).toEqual([
        ...[
          ['slack', 'digest', 'delivered'],
          ['slack_app', 'digest', 'delivered'],
        ],
      ]);
      return rows;
    });
  const mentioning = (id: string) =>
    slack.messages.filter(({ blocks }) => JSON.stringify(blocks).includes(id));

  test('the webhook and the app each get one message with links and without buttons', async () => {
    const w = await withSlack();
    const outputs: OutputsSubmitted[] = [];
    for (let n = 0; n < 12; n += 1) {
      const projectName = `${n}${'&'.repeat(90)}`;
      outputs.push(await w.flag({ projectId: `p-${n}`, projectName, timestamp: inMs(n) }));
    }
    t.clock.advance(15 * MINUTE_MS);
    await delivered(w);

    const [message, ...others] = mentioning(outputs[0]?.id ?? '');
    expect(others).toEqual([]);
    expect(message?.text).toBe('12 outputs are waiting for a decision');
    const shown = JSON.stringify(message?.blocks);
    expect(idsIn(shown)).toEqual(outputs.slice(0, 10).map(({ id }) => id));
    expect(shown).toContain('2 more projects: 2');
    expect(shown).not.toContain('"actions"');
    const hooked = hook.calls.find(({ text }) => text.includes(outputs[0]?.id ?? ''));
    expect(hooked?.body['blocks']).toEqual(message?.blocks);
  });

  test('a digest whose response was lost is found in the channel and not posted twice', async () => {
    const w = await withSlack({ slackNotificationsEnabled: false });
    const { id } = await w.flag();
    slack.fault = ({ method }) => (method === 'chat.postMessage' ? 'answer lost' : null);
    t.clock.advance(15 * MINUTE_MS);
    await eventually(async () =>
      expect(await w.deliveries()).toMatchObject([{ event: 'digest', state: 'retrying' }]),
    );
    slack.fault = () => null;
    t.clock.advance(MINUTE_MS);
    await eventually(async () =>
      expect(await w.deliveries()).toMatchObject([{ event: 'digest', state: 'delivered' }]),
    );

    expect(mentioning(id)).toHaveLength(1);
  });

  test('a decision on an output that was only in a digest posts nothing', async () => {
    const w = await withSlack();
    const { id } = await w.flag();
    t.clock.advance(15 * MINUTE_MS);
    await delivered(w);
    await (await reviewerOf(w)).patch(`/api/logs/${id}/decision`, { decision: 'approved' });

    await delivered(w);
  });
});

describe('nothing is lost or duplicated', () => {
  test('when two processes make the digest at the same time', async () => {
    const w = await aWorkspaceWithMails({ emailDigest: 'P1D' });
    const { id } = await w.flag();
    const second = await startReview({ ...t.options, isSingleInstance: false });
    try {
      await t.sql.transaction(async (tx) => {
        await tx.query('SELECT FROM destinations WHERE workspace_id = $1 FOR UPDATE', [
          w.workspaceId,
        ]);
        t.clock.advance(24 * HOUR_MS);
        await untilHeldUp(tx, 2);
      });
      const [mail] = await untilMails(w, 1);
      expect(idsIn(mail)).toEqual([id]);
    } finally {
      await second.stop();
    }
    expect(await w.deliveries()).toMatchObject([{ event: 'digest', state: 'delivered' }]);
  });

  test('when there are more outputs than one statement gathers', async () => {
    const w = await aWorkspaceWithMails();
    await w.flag();
    const columns = 'workspace_id, destination_id, output_id, happened_at, digest_at';
    await t.sql.query(
      `INSERT INTO digest_items (${columns})
       SELECT ${columns} FROM digest_items, generate_series(1, 5000) WHERE workspace_id = $1`,
      [w.workspaceId],
    );
    t.clock.advance(HOUR_MS);
    await untilMails(w, 1);
  });

  test('when the mail server refuses the first attempt: the digest arrives with the same Message-ID', async () => {
    const w = await aWorkspaceWithMails();
    const { id } = await w.flag();
    mailbox.refuseNext(1);
    t.clock.advance(HOUR_MS);
    await eventually(async () =>
      expect(await w.deliveries()).toMatchObject([{ event: 'digest', state: 'retrying' }]),
    );
    t.clock.advance(MINUTE_MS);

    const [mail] = await untilMails(w, 1);
    const [digest] = await w.deliveries();
    expect(mail).toContain(`Message-ID: <${digest?.id}@example.com>`);
    const api = await reviewerOf(w);
    // The email arrives a moment before its delivery is recorded.
    await eventually(async () =>
      expect((await api.get(`/api/deliveries/${digest?.id}`)).body).toMatchObject({
        ...{ event: 'digest', logId: null, state: 'delivered' },
        body: { total: 1, projects: [{ projectName: 'Support', total: 1 }], mostUrgent: [{ id }] },
      }),
    );
  });

  test('when the destination was disabled meanwhile: its digest can be replayed', async () => {
    const w = await aWorkspaceWithMails();
    const { id } = await w.flag();
    await t.sql.query(
      `UPDATE destinations SET is_active = false, ended_reason = 'failing' WHERE workspace_id = $1`,
      [w.workspaceId],
    );
    // Saving another setting does not enable it.
    expect((await settle(t, w.workspaceId, { notifyOnError: false })).status).toBe(200);
    t.clock.advance(HOUR_MS);
    await eventually(async () =>
      expect(await w.deliveries()).toMatchObject([{ event: 'digest', state: 'dead' }]),
    );
    const { rows } = await t.sql.query<{ id: string }>(
      `SELECT id FROM destinations WHERE workspace_id = $1 AND kind = 'email'`,
      [w.workspaceId],
    );
    const api = await reviewerOf(w);
    await api.post('/api/deliveries/replay', { destinationId: rows[0]?.id });

    expect(idsIn((await untilMails(w, 1))[0])).toEqual([id]);
  });
});

test('digests are removed together with old deliveries', async () => {
  const w = await aWorkspaceWithMails({ slackApp: SLACK_APP, slackDigest: 'PT1H' });
  await w.flag();
  t.clock.advance(HOUR_MS);
  await untilMails(w, 1);
  t.clock.advance(31 * 24 * HOUR_MS);

  await eventually(async () => {
    const { rows } = await t.sql.query(
      `SELECT n FROM digest_items WHERE workspace_id = $1
       UNION ALL SELECT n FROM slack_messages WHERE workspace_id = $1`,
      [w.workspaceId],
    );
    expect(rows).toEqual([]);
  });
});
