import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, readEvents } from '@output-review/runtime/testing';
// Uses an EventSource like browsers. `npm test` suppresses its experimental warning.
import { Agent, EventSource, type MessageEvent } from 'undici';

import { type Client, makeClient, signInHeaders } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let reviewer: Client;
let page: Page;

beforeAll(async () => {
  system = await startSystem();
  const headers = await signInHeaders(system.url, system.email, system.password);
  reviewer = makeClient(system.url, headers);
  page = openPage(headers);
  await eventually(() => expect(page.source.readyState).toBe(EventSource.OPEN));
}, 60_000);

afterAll(async () => {
  await page.close();
  await system.stop();
});

type Page = ReturnType<typeof openPage>;

/** A page of the dashboard that follows events by an EventSource. */
function openPage(headers: Readonly<Record<string, string>>) {
  const agent = new Agent();
  const dispatcher = agent.compose(
    (dispatch) => (options, handler) =>
      dispatch({ ...options, headers: Object.assign({}, options.headers, headers) }, handler),
  );
  const source = new EventSource(`${system.url}/api/events`, { node: { dispatcher } });
  const received: { readonly event: string; readonly id: unknown }[] = [];
  for (const event of ['evaluated', 'flagged', 'decided', 'deleted', 'resync']) {
    source.addEventListener(event, (message) => {
      // An event of undici, whose types use those of the platform.
      const { id } = JSON.parse(String((message as MessageEvent).data)) as { id?: string };
      received.push({ event, id });
    });
  }
  const close = async (): Promise<void> => {
    source.close();
    await agent.destroy();
  };
  return { source, close, of: (id: string) => received.filter((each) => each.id === id) };
}

test('an open page gets results, flags, decisions and deletions, and statistics count them', async () => {
  const project = uniqueName('Streamed');
  const before = await runsOfDay();
  const model = uniqueName('small');
  const { id } = await submit(system.automation, {
    project,
    model,
    output: 'Fine.',
    costUsd: 0.25,
  });
  await awaitVerdict(system.automation, id);
  // The search that a chart by model links to.
  expect(await search(system.automation, { model })).toMatchObject({ total: 1 });
  await system.automation.patch(`/api/logs/${id}/status`, { status: 'flagged' });
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  await reviewer.delete(`/api/logs/${id}`);

  await eventually(() => {
    const events = page.of(id).map(({ event }) => event);
    expect(events).toEqual(['evaluated', 'flagged', 'decided', 'deleted']);
  });
  await eventually(async () => expect(await runsOfDay()).toBeGreaterThan(before));
});

/** Runs of all days in the default range. */
async function runsOfDay(): Promise<number> {
  const { body } = await reviewer.get('/api/stats');
  const [all] = body['series'] as { points: { runs: number }[] }[];
  return (all?.points ?? []).reduce((sum, { runs }) => sum + runs, 0);
}

test('a stream ends with the session that opened it', async () => {
  const headers = await signInHeaders(system.url, system.email, system.password);
  const other = await readEvents(`${system.url}/api/events`, headers);
  expect(other.status).toBe(200);

  await makeClient(system.url, headers).post('/api/auth/sign-out');

  expect(await other.ended).toBe('ended');
  expect((await readEvents(`${system.url}/api/events`, headers)).status).toBe(401);
});
