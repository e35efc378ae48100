import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MCP_TOOLS, type McpToolName } from '@output-review/contracts';

import type { JsonObject } from '../../harness/client.ts';
import { connectMcp, type McpClient } from '../../harness/mcp.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../../harness/system.ts';
import { type FilledWorkspace, fillOtherWorkspace, PLANTED } from './two-workspaces.ts';

let system: EmbeddedSystem;
let others: FilledWorkspace;
let ours: McpClient;
let theirs: McpClient;

beforeAll(async () => {
  system = await startEmbeddedSystem({ SIGN_UP: 'open', EGRESS_ALLOW_CIDRS: '127.0.0.0/8' });
  others = await fillOtherWorkspace(system);
  const { body } = await others.admin.post('/api/settings/rotate-token');
  const authorizationOf = (token: unknown) => ({ authorization: `Bearer ${String(token)}` });
  ours = await connectMcp(system.url, authorizationOf(system.token));
  theirs = await connectMcp(system.url, authorizationOf(body['webhookToken']));
}, 60_000);

afterAll(async () => {
  await ours[Symbol.asyncDispose]();
  await theirs[Symbol.asyncDispose]();
  await system.stop();
});

/** By tool: arguments that refer to another workspace, and the response to callers outside of it. */
function samples(): Readonly<
  Record<McpToolName, readonly [args: JsonObject, refusal: JsonObject]>
> {
  const { logId, project, task } = others.ids;
  const revision = { project: 'Ours', revisionOf: logId };
  const unknown = { code: 'REVISION_NOT_FOUND' };
  const action = { name: 'a', summary: 'b' };
  return {
    submit_output: [{ ...revision, output: 'Text.' }, unknown],
    request_approval: [{ ...revision, action }, unknown],
    await_decision: [{ id: logId, wait: 0 }, { code: 'NOT_FOUND' }],
    get_instructions: [{ project, task }, { code: 'NO_INSTRUCTIONS' }],
    search_outputs: [{ fields: 'id,output' }, { total: 0 }],
  };
}

test.each(Object.keys(MCP_TOOLS) as McpToolName[])(
  '%s finds its own data and nothing of another workspace',
  async (name) => {
    const [args, refusal] = samples()[name];

    const foreign = await ours.call(name, args);
    const own = await theirs.call(name, args);

    expect(foreign.body).toMatchObject(refusal);
    expect(foreign.text).not.toContain(PLANTED);
    expect(own.isError).toBe(false);
    expect(own.body).not.toMatchObject(refusal);
  },
);
