import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

let system: EmbeddedSystem;
let admin: Client;

beforeAll(async () => {
  system = await startEmbeddedSystem();
  admin = await system.signIn();
}, 60_000);

afterAll(() => system.stop());

const both = [TOPICS.outputsSubmitted, TOPICS.outputsEvaluated];

describe.each([
  ['both consumers of review are stopped', both],
  ['only the consumer of outputs.evaluated is stopped', [TOPICS.outputsEvaluated]],
])('while %s', (_, topics) => {
  beforeEach(async () => {
    for (const topic of topics) await consumer(topic).pause();
  });

  afterEach(() => {
    for (const topic of topics) consumer(topic).resume();
  });

  test('an accepted output can be read at once', async () => {
    const { id } = await submit(system.automation, { project: uniqueName('Read'), output: 'a' });

    const read = await system.automation.get(`/api/logs/${id}`);
    const status = await system.automation.get(`/api/logs/${id}/status`);
    const timeline = await system.automation.get(`/api/logs/${id}/timeline`);

    expect(read).toMatchObject({ status: 200, body: { id, output: 'a' } });
    expect(status).toMatchObject({ status: 200, body: { id } });
    expect(timeline).toMatchObject({ status: 200, body: { id } });
  });

  test('rules can be tried on an accepted output, and not on a missing one', async () => {
    const { id } = await submit(system.automation, { project: uniqueName('Try'), output: 'a' });
    const rule = { name: 'No a', type: 'keyword_forbidden', value: 'a' };

    for (const tried of [{ logId: id }, { logId: id, rule }]) {
      const answer = await admin.post('/api/rules/evaluate', tried);
      expect(answer).toMatchObject({
        status: 200,
        body: { verdict: 'rule' in tried ? 'fail' : 'pass' },
      });
    }
    expect(await admin.post('/api/rules/evaluate', { logId: 'nothing' })).toMatchObject({
      status: 404,
    });
  });

  test('its details can be edited and a revision submitted', async () => {
    const project = uniqueName('Edit');
    const { id } = await submit(system.automation, { project, output: 'a' });
    const revision = await submit(system.automation, { project, output: 'b', revisionOf: id });

    const edited = await admin.patch(`/api/logs/${id}`, { tags: ['urgent'] });

    expect(edited).toMatchObject({ status: 200, body: { id, tags: ['urgent'] } });
    const { body } = await system.automation.get(`/api/logs/${revision.id}`);
    expect(body['revisions']).toMatchObject([{ id }, { id: revision.id }]);
  });

  test('it can be deleted, and stays deleted when the events arrive', async () => {
    const { id } = await submit(system.automation, { project: uniqueName('Drop'), output: 'a' });

    expect((await admin.delete(`/api/logs/${id}`)).status).toBe(200);

    expect((await admin.get(`/api/logs/${id}`)).status).toBe(404);
    for (const topic of topics) consumer(topic).resume();
    // A later submission is complete, so earlier events have been processed.
    const after = await submit(system.automation, { project: uniqueName('Drop'), output: 'b' });
    await awaitVerdict(system.automation, after.id);
    expect((await admin.get(`/api/logs/${id}`)).status).toBe(404);
  });

  test('after a sync 200 the verdict is final, and the output can be flagged and decided at once', async () => {
    const { id } = await submit(system.automation, {
      project: uniqueName('Sync'),
      output: 'a',
      sync: true,
    });

    const status = await system.automation.get(`/api/logs/${id}/status`);
    const decided = await admin.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
    const flagged = await system.automation.patch(`/api/logs/${id}/status`, { status: 'flagged' });

    expect(status.body).toMatchObject({ status: 'pass', verdict: 'pass' });
    expect(decided).toMatchObject({ status: 200, body: { humanDecision: 'approved' } });
    expect(flagged).toMatchObject({ status: 200, body: { status: 'flagged' } });
    const { body } = await admin.get(`/api/logs/${id}`);
    expect(body).toMatchObject({ status: 'flagged', verdict: 'pass', humanDecision: null });
  });
});

function consumer(topic: string) {
  const found = system.embedded.services.review.consumers[topic];
  if (!found) throw new Error(`review does not read ${topic}`);
  return found;
}
