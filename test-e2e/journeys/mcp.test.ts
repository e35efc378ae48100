import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { type Client, type JsonObject, makeClient } from '../harness/client.ts';
import { connectMcp, MCP_ERAS, type McpClient, type McpEra } from '../harness/mcp.ts';
import { uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let reviewer: Client;

beforeAll(async () => {
  system = await startSystem();
  reviewer = await system.signIn();
}, 60_000);

// Revoked, because journeys share the workspace and it is limited to fifty tokens.
const made: string[] = [];
const connected: McpClient[] = [];
afterEach(async () => {
  for (const client of connected.splice(0)) await client[Symbol.asyncDispose]();
  for (const id of made.splice(0)) await reviewer.delete(`/api/tokens/${id}`);
});

afterAll(() => system.stop());

interface Agent extends McpClient {
  readonly tokenId: string;
  readonly token: string;
}

async function agentWith(scopes: readonly string[], era?: McpEra): Promise<Agent> {
  const { body } = await reviewer.post('/api/tokens', { name: uniqueName('agent'), scopes });
  const [tokenId, token] = [String(body['id']), String(body['token'])];
  made.push(tokenId);
  const client = await connectMcp(system.url, { authorization: `Bearer ${token}` }, era);
  connected.push(client);
  return { ...client, tokenId, token };
}

const refund = { name: 'refund', summary: 'Refund 40 € to Ada', params: { amount: 40 } };
const decide = (id: unknown, decision: JsonObject) =>
  reviewer.patch(`/api/logs/${String(id)}/decision`, decision);

/** Waits until the output is evaluated and can be decided. */
const evaluated = (agent: McpClient, id: unknown) =>
  eventually(async () => {
    const { body } = await agent.call('await_decision', { id, wait: 0 });
    expect(body['status']).not.toBe('pending');
  });

describe.each(MCP_ERAS)('an agent that connects in mode %s', (era) => {
  test('asks before it acts, and acts only after a person has approved', async () => {
    const agent = await agentWith(['submit'], era);
    const names = { project: uniqueName('Agents'), task: 'Refunds' };

    const asked = await agent.call('request_approval', { ...names, action: refund });
    expect(asked).toMatchObject({ isError: false, body: { ok: true, status: 'pending' } });
    expect(asked.body['note']).toContain('not an approval');
    const { id } = asked.body;
    await evaluated(agent, id);
    const undecided = await agent.call('await_decision', { id, wait: 1 });
    expect(undecided.body).toMatchObject({
      ...{ id, status: 'flagged', settled: false, humanDecision: null, mayProceed: false },
      note: expect.stringContaining('not an approval'),
    });

    const waiting = agent.call('await_decision', { id });
    expect((await decide(id, { decision: 'approved' })).status).toBe(200);

    expect(await waiting).toMatchObject({
      isError: false,
      body: { id, settled: true, humanDecision: 'approved', mayProceed: true, ignoredFields: [] },
    });
    expect((await reviewer.get(`/api/logs/${String(id)}`)).body).toMatchObject({
      ...{ requireApproval: true, action: refund },
      submittedBy: expect.stringContaining('agent'),
    });
  });

  test('has its text checked and gets the correction', async () => {
    const agent = await agentWith(['submit', 'read'], era);
    const project = uniqueName('Agents');
    const rule = {
      name: 'No',
      type: 'keyword_forbidden',
      value: 'guarantee',
      projectName: project,
    };
    expect((await reviewer.post('/api/rules', rule)).status).toBe(201);

    const fine = await agent.call('submit_output', { project, output: 'Fine.', sync: true });
    expect(fine.body).toMatchObject({ status: 'pass', verdict: 'pass' });
    const held = await agent.call('submit_output', {
      ...{ project, output: 'We guarantee it.', sync: true, outputs: 'unknown' },
    });
    expect(held.body).toMatchObject({
      ...{ status: 'flagged', verdict: 'fail', ignoredFields: ['outputs'] },
      explanation: expect.stringContaining('guarantee'),
    });
    const correction = { decision: 'changed', correctedOutput: 'We hope so.' };
    await decide(held.body['id'], correction);

    const answer = await agent.call('await_decision', { id: held.body['id'] });
    expect(answer.body).toMatchObject({ mayProceed: true, correctedOutput: 'We hope so.' });
    const found = await agent.call('search_outputs', {
      project,
      status: 'flagged',
      pending: false,
    });
    expect(found.body).toMatchObject({ total: 1, ignoredFields: [] });
    const [first] = found.body['executions'] as [JsonObject];
    expect(first).toMatchObject({ id: held.body['id'], humanDecision: 'changed' });
    expect(first).not.toHaveProperty('output');
  });

  test('reads the instructions of its task, and cannot write them', async () => {
    const agent = await agentWith(['submit'], era);
    const names = { project: uniqueName('Agents'), task: 'Letters' };
    const none = await agent.call('get_instructions', { ...names, default: 'Mine.' });
    expect(none).toMatchObject({ isError: true, body: { code: 'NO_INSTRUCTIONS' } });

    const saved = { ...names, content: 'Be brief.' };
    await system.automation.post('/api/instructions/versions', saved);

    const read = await agent.call('get_instructions', names);
    expect(read.body).toMatchObject({ content: 'Be brief.', version: 1 });
  });

  test('sees the tools that its scopes allow, and can use no others', async () => {
    const all = ['submit_output', 'request_approval', 'await_decision', 'get_instructions'];
    const listed = async (...scopes: string[]) => (await agentWith(scopes, era)).tools();
    expect(await listed('submit', 'read')).toEqual([...all, 'search_outputs']);
    expect(await listed('submit')).toEqual(all);
    expect(await listed('read')).toEqual(['await_decision', 'get_instructions', 'search_outputs']);
    expect(await listed('decide', 'instruct', 'subscribe')).toEqual([]);

    const reader = await agentWith(['read'], era);
    const submission = { project: uniqueName('Agents'), output: 'Text.', action: refund };
    for (const name of ['submit_output', 'request_approval']) {
      const refused = await reader.call(name, submission);
      expect(refused).toMatchObject({ isError: true, body: { code: 'FORBIDDEN' } });
    }
    await expect(reader.call('delete_output')).rejects.toMatchObject({ code: -32602 });
  });
});

describe('each tool', () => {
  test('describes its purpose, hints and schemas', async () => {
    const agent = await agentWith(['submit', 'read']);

    const { tools } = await agent.client.listTools();

    expect(tools).toHaveLength(5);
    for (const tool of tools) {
      expect(tool.title).toMatch(/^[A-Z]/);
      expect(tool.description?.length).toBeGreaterThan(80);
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema?.type).toBe('object');
      expect(JSON.stringify(tool)).not.toContain('"x-');
    }
    const hints = tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]);
    expect(Object.fromEntries(hints)).toEqual({
      ...{ submit_output: false, request_approval: false },
      ...{ await_decision: true, get_instructions: true, search_outputs: true },
    });
    const [, approval] = tools;
    expect(approval?.inputSchema.required).toEqual(['project', 'action']);
    const required = Object.fromEntries(
      tools.map(({ name, inputSchema }) => [name, inputSchema.required ?? []]),
    );
    expect(required).toMatchObject({ await_decision: ['id'], search_outputs: [] });
    for (const { name, inputSchema } of tools) {
      const properties = inputSchema.properties as Record<string, JsonObject>;
      const filledIn = Object.keys(properties).filter((key) => 'default' in properties[key]!);
      expect(required[name]?.filter((key) => filledIn.includes(key))).toEqual([]);
    }
  });

  test('reports all faults of its arguments, so that a model can correct them', async () => {
    const agent = await agentWith(['submit', 'read']);
    const project = uniqueName('Agents');
    const faults: [string, JsonObject, string[]][] = [
      ['submit_output', { project }, ['output']],
      ['submit_output', { output: 5, tags: ['a,b'] }, ['output', 'project', 'tags.0']],
      ['submit_output', { project, output: 'x', idempotencyKey: 5 }, ['idempotencyKey']],
      ['submit_output', { project, output: 'a\u0000' }, ['output']],
      ['request_approval', { project }, ['action.name', 'action.summary']],
      ['request_approval', { project, action: 'Pay' }, ['action']],
      ['await_decision', {}, ['id']],
      ['await_decision', { id: 'x', wait: 51 }, ['wait']],
      ['await_decision', { id: 'x', wait: -1 }, ['wait']],
      ['await_decision', { id: '\ud800', wait: 0 }, ['id']],
      ['get_instructions', { project }, ['task']],
      ['search_outputs', { status: 'unknown', limit: 1_000 }, ['limit', 'status']],
      ['search_outputs', { cursor: 'garbage' }, ['cursor']],
    ];
    for (const [name, args, fields] of faults) {
      const { isError, body } = await agent.call(name, args);
      expect([name, isError, body['code']]).toEqual([name, true, 'VALIDATION_FAILED']);
      expect(Object.keys(body['fields'] as object).toSorted()).toEqual(fields);
    }
    const missing = await agent.call('await_decision', { id: 'nobody' });
    expect(missing).toMatchObject({ isError: true, body: { code: 'NOT_FOUND' } });
  });

  test('holds an action whatever its arguments', async () => {
    const agent = await agentWith(['submit']);
    const { body } = await agent.call('request_approval', {
      ...{ project: uniqueName('Agents'), action: refund, requireApproval: false, sync: true },
    });
    await evaluated(agent, body['id']);

    const { body: reported } = await agent.call('await_decision', { id: body['id'], wait: 0 });
    expect(reported).toMatchObject({ status: 'flagged', settled: false, mayProceed: false });
  });
});

test('a text in response to an action does not approve it, and corrected params do', async () => {
  const agent = await agentWith(['submit']);
  const answerTo = async (submission: JsonObject, correction: JsonObject) => {
    const names = { project: uniqueName('Agents'), action: refund };
    const tool = 'output' in submission ? 'submit_output' : 'request_approval';
    const { body } = await agent.call(tool, { ...names, ...submission });
    await evaluated(agent, body['id']);
    const decided = await decide(body['id'], { decision: 'changed', ...correction });
    expect(decided.status).toBe(200);
    return (await agent.call('await_decision', { id: body['id'] })).body;
  };
  const text = { correctedOutput: 'Ask for the receipt first.' };
  const params = { correctedAction: { params: { amount: 30 } } };

  expect(await answerTo({}, text)).toMatchObject({ ...text, mayProceed: false });
  const nothing = { output: '', requireApproval: true };
  expect(await answerTo(nothing, text)).toMatchObject({ ...text, mayProceed: false });
  expect(await answerTo({}, params)).toMatchObject({ ...params, mayProceed: true });
  const mail = { output: 'You get 40 €.', requireApproval: true };
  expect(await answerTo(mail, text)).toMatchObject({ ...text, mayProceed: true });
});

test('a retry with its key submits nothing twice, by MCP and by HTTP', async () => {
  const agent = await agentWith(['submit', 'read']);
  const submission = { project: uniqueName('Agents'), output: 'Once.' };
  const idempotencyKey = uniqueName('key');

  const first = await agent.call('submit_output', { ...submission, idempotencyKey });
  const again = await agent.call('submit_output', { ...submission, idempotencyKey });
  const byHttp = await makeClient(system.url, {
    ...{ authorization: `Bearer ${agent.token}`, 'idempotency-key': idempotencyKey },
  }).post('/api/logs', submission);
  const other = await agent.call('submit_output', { ...submission, output: 'x', idempotencyKey });

  const { note, ...answer } = again.body;
  expect(first.body).toMatchObject(answer);
  expect(note).toContain('submitted before');
  expect(byHttp.body['id']).toBe(first.body['id']);
  expect(byHttp.headers.get('idempotent-replayed')).toBe('true');
  expect(other).toMatchObject({ isError: true, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
});

test('a client gets progress notifications while it waits, so that it does not time out', async () => {
  const waits = MCP_ERAS.map(async (era) => {
    const agent = await agentWith(['submit'], era);
    const project = uniqueName('Agents');
    const { body } = await agent.call('request_approval', { project, action: refund });
    const reported: number[] = [];
    const waiting = agent.call(
      'await_decision',
      { id: body['id'], wait: 50 },
      // Without progress it would time out before the third notification.
      { timeoutMs: 8_000, onProgress: (progress) => reported.push(progress) },
    );
    await eventually(() => expect(reported.length).toBeGreaterThan(2), 20_000);
    await decide(body['id'], { decision: 'rejected', comment: 'Too much.' });
    return { answer: await waiting, reported };
  });

  for (const { answer, reported } of await Promise.all(waits)) {
    expect(answer.body).toMatchObject({
      ...{ settled: true, humanDecision: 'rejected', mayProceed: false, comment: 'Too much.' },
    });
    expect(reported).toEqual([...new Set(reported)].toSorted((one, other) => one - other));
  }
});

test('revoking a token ends its waits', async () => {
  const agent = await agentWith(['submit']);
  const project = uniqueName('Agents');
  const { body } = await agent.call('request_approval', { project, action: refund });
  const began: number[] = [];
  const waiting = agent.call(
    'await_decision',
    { id: body['id'] },
    { onProgress: (progress) => began.push(progress) },
  );
  await eventually(() => expect(began).not.toEqual([]));

  await reviewer.delete(`/api/tokens/${agent.tokenId}`);

  expect(await waiting).toMatchObject({ isError: true, body: { code: 'UNAUTHENTICATED' } });
  await expect(agent.tools()).rejects.toThrow();
});

describe('a message', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const accept = { accept: 'application/json, text/event-stream' };
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    system.automation.post('/api/mcp', body, { headers: { ...accept, ...headers } });

  test('requires a token; sessions and other origins are refused', async () => {
    const nobody = await system.stranger.post('/api/mcp', list, { headers: accept });
    const person = await reviewer.post('/api/mcp', list, { headers: accept });
    for (const answer of [nobody, person]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED', fields: {} } });
    }
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await send(list, { origin });
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    const page = makeClient(system.url, { authorization: `Bearer ${system.token}` });
    const own = { ...accept, origin: new URL(system.url).origin };
    expect((await page.post('/api/mcp', list, { headers: own })).status).toBe(200);
  });

  test('must be a single valid message of the protocol in JSON within the size limit', async () => {
    const batch = await send([list, list]);
    expect(batch).toMatchObject({ status: 400, body: { error: { code: -32600 }, id: null } });
    const version = await send(list, { 'mcp-protocol-version': '1999-01-01' });
    expect(version).toMatchObject({ status: 400, body: { error: { code: -32000 } } });
    for (const noMessage of [null, 'text', {}, { jsonrpc: '1.0', method: 'x' }]) {
      const answer = await send(JSON.stringify(noMessage));
      expect(answer).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    }
    for (const id of [2 ** 53, 1.5, null, true]) {
      const answer = await send({ ...list, id });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: -32600 }, id: null } });
    }
    expect(await send('{')).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
    const html = await send(list, { 'content-type': 'text/html' });
    expect(html).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    const large = await send({ ...list, params: { text: 'x'.repeat(5_000_000) } });
    expect(large).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    expect((await send(list, { accept: 'text/html' })).status).toBe(406);
    const unknown = await send({ ...list, method: 'tools/delete' });
    expect(unknown.text).toContain('-32601');
  });

  test('must be posted: there is no stream to open and no session to end', async () => {
    for (const answer of [
      await system.automation.get('/api/mcp', { headers: accept }),
      await system.automation.delete('/api/mcp'),
    ]) {
      expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
      expect(answer.headers.get('allow')).toBe('POST');
    }
  });
});
