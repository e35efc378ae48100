import { beforeAll, describe, expect, test } from '@jest/globals';
import { projectsChanged } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { makeAuditReader } from '../../test/audit-records.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  eventOf,
  useTestReview,
} from '../../test/test-review.ts';
import { CHANNELS, NOWHERE, settle } from '../../test/notified-workspaces.ts';

const t = useTestReview();
let audit: ReturnType<typeof makeAuditReader>;

beforeAll(() => {
  audit = makeAuditReader(t);
});

/** A workspace that samples everything and has a subscription, a webhook, channels and callbacks. */
async function aWorkspace() {
  const workspaceId = newId();
  const api = await t.as(aPerson(workspaceId, 'admin'));
  const projectId = `p-${workspaceId}`;
  await t.bus.send([
    eventOf('projects.changed', {
      ...projectsChanged.examples.valid,
      ...{ workspaceId, id: projectId, sampleRate: 1 },
    }),
  ]);
  await api.post('/api/subscriptions', { url: `${NOWHERE}/${workspaceId}` });
  await settle(t, workspaceId, CHANNELS);
  const passed = async () => {
    const callbackUrlSealed = t.encryptor.seal(`${NOWHERE}/back`);
    const output = aSubmission({ workspaceId, callbackUrlSealed, callbackEvents: 'all' });
    await t.submit(output);
    await t.evaluate(anEvaluation(output));
    return output;
  };
  return { workspaceId, api, passed };
}

async function eventsSentFor({ workspaceId, id }: { workspaceId: string; id: string }) {
  const { rows } = await t.sql.query<{ told: string; event: string }>(
    `SELECT d.kind AS told, s.event FROM deliveries s JOIN destinations d ON d.id = s.destination_id
     WHERE s.workspace_id = $1 AND s.output_id = $2 ORDER BY s.n`,
    [workspaceId, id],
  );
  return rows.map(({ told, event }) => `${told} ${event}`).sort();
}

const PASSED = ['callbacks pass', 'subscription pass', 'webhook pass'];
const decided = (event: string) => [
  ...[`callbacks ${event}`, `subscription ${event}`, `webhook ${event}`],
];

describe('approving a sample', () => {
  test('notifies no destination; the timeline, the audit log and streams show it', async () => {
    const { workspaceId, api, passed } = await aWorkspace();
    const output = await passed();
    expect(await eventsSentFor(output)).toEqual(PASSED);
    const path = `/api/logs/${output.id}`;

    const answer = await api.patch(`${path}/decision`, { decision: 'approved', comment: 'Good.' });

    expect(answer).toMatchObject({ status: 200, body: { humanDecision: 'approved' } });
    expect(await eventsSentFor(output)).toEqual(PASSED);
    expect((await api.get(path)).body).toMatchObject({
      ...{ status: 'pass', sampled: true, humanDecision: 'approved', comment: 'Good.' },
    });
    expect((await api.get(`${path}/timeline`)).body).toMatchObject({
      events: expect.arrayContaining([expect.objectContaining({ stage: 'decided' })]),
    });
    const { rows } = await t.sql.query(
      'SELECT event, decision FROM output_events WHERE workspace_id = $1 ORDER BY xid, n',
      [workspaceId],
    );
    expect(rows).toMatchObject([
      { event: 'evaluated' },
      { event: 'decided', decision: 'approved' },
    ]);
    await eventually(() => {
      const kept = t.published.filter(({ key }) => key === `${workspaceId}/${output.id}`);
      expect(kept.map(({ topic }) => topic)).toEqual(['outputs.decided']);
    });
    const records = await audit.recorded(workspaceId, 3);
    expect(records.map(({ action }) => action)).toContain('output.decided');
  });

  test('in bulk notifies no destination either, except of the plain pass next to it', async () => {
    const { workspaceId, api, passed } = await aWorkspace();
    const sample = await passed();
    await t.sql.query('UPDATE outputs SET sampled = false WHERE workspace_id = $1', [workspaceId]);
    const plain = sample;
    const other = await passed();

    const body = { ids: [plain.id, other.id], action: 'approve' };
    expect((await api.patch('/api/logs/bulk', body)).body).toMatchObject({ count: 2 });

    expect(await eventsSentFor(plain)).toEqual([...PASSED, ...decided('approved')].sort());
    expect(await eventsSentFor(other)).toEqual(PASSED);
  });

  test('that was flagged by a person is sent like that of any flagged output', async () => {
    const { api, passed } = await aWorkspace();
    const output = await passed();
    await api.patch(`/api/logs/${output.id}/status`, { status: 'flagged' });

    await api.patch(`/api/logs/${output.id}/decision`, { decision: 'approved' });

    expect(await eventsSentFor(output)).toEqual(expect.arrayContaining(decided('approved')));
  });

  test('is sent when its submitter was told otherwise before', async () => {
    const { api, passed } = await aWorkspace();
    const output = await passed();
    const path = `/api/logs/${output.id}/decision`;
    await api.patch(path, { decision: 'rejected' });
    await api.patch(path, { decision: 'approved', override: true });

    expect(await eventsSentFor(output)).toEqual(
      [...PASSED, ...decided('approved'), ...decided('rejected')].sort(),
    );
  });
});

test.each([
  ['rejected', { comment: 'Wrong customer.' }],
  ['changed', { comment: 'Say it again, shorter.' }],
  ['handled', {}],
])('a sample that is %s is sent to every destination', async (decision, given) => {
  const { api, passed } = await aWorkspace();
  const output = await passed();

  const answer = await api.patch(`/api/logs/${output.id}/decision`, { decision, ...given });

  expect(answer.status).toBe(200);
  expect(await eventsSentFor(output)).toEqual([...PASSED, ...decided(decision)].sort());
});
