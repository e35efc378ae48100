import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Access,
  mayCall,
  type Operation,
  OPERATIONS,
  type Principal,
} from '@output-review/contracts';

import type { Client } from '../../harness/client.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../../harness/system.ts';
import { leadsOf, missingIn, samplesFor } from './samples.ts';
import { tryOperation } from './try-operation.ts';
import {
  type Caller,
  callersOf,
  type FilledWorkspace,
  fillOtherWorkspace,
  PLANTED,
  signInAnew,
} from './two-workspaces.ts';

let system: EmbeddedSystem;
let callers: ReadonlyMap<string, Caller>;
let others: FilledWorkspace;

beforeAll(async () => {
  system = await startEmbeddedSystem({ SIGN_UP: 'open', EGRESS_ALLOW_CIDRS: '127.0.0.0/8' });
  others = await fillOtherWorkspace(system);
  callers = await callersOf(system);
}, 60_000);

afterAll(() => system.stop());

// Accessible with a link, a password or an invitation. Each has separate tests.
const PUBLIC = [
  'signIn',
  'signOut',
  'getSignUp',
  'signUp',
  'requestPasswordReset',
  'resetPassword',
  'sendVerificationEmail',
  'verifyEmail',
  'getInvitation',
  'acceptInvitation',
  'downloadFile',
  'putUpload',
  'receiveSlackInteraction',
];

const guarded = OPERATIONS.filter(({ access }) => typeof access === 'object');
const named = (operations: readonly Operation[]) =>
  operations.map((operation): [string, Operation] => [operation.id, operation]);
const samples = () => samplesFor(others.ids);

test('only public operations need no credential', () => {
  const open = OPERATIONS.filter(({ access }) => access === 'public').map(({ id }) => id);
  expect(open.filter((id) => !PUBLIC.includes(id))).toEqual([]);
});

// Ends the sessions of its caller.
const isLast = ({ id }: Operation) => id === 'revokeSessions';
const inOrder = [...guarded.filter((each) => !isLast(each)), ...guarded.filter(isLast)];

test.each(named(inOrder))(
  '%s answers every role, token and anonymous caller according to the table',
  async (_, operation) => {
    const tried = [...callers].map(async ([name, caller]) => {
      const { status } = await tryOperation(caller.client, operation, samples()[operation.id]);
      return { name, status, expected: refusalOf(operation, caller) ?? allowed(status) };
    });
    const answers = await Promise.all(tried);

    const received = answers.map(({ name, status }) => [name, status]);
    expect(received).toEqual(answers.map(({ name, expected }) => [name, expected]));
  },
);

/** 401 for no credential or the wrong kind, 403 for insufficient permission. */
function refusalOf(operation: Operation, { role, scopes }: Caller): number | null {
  const { access } = operation;
  if (typeof access === 'string') throw new Error(`${operation.id} needs no credential`);
  if (role === null && scopes.length === 0) return 401;
  if ((role === null ? access.scope : access.role) === null) return 401;
  const common = { workspaceId: 'w', tokenId: 't', name: null, userId: 'u', email: 'e' };
  const principal: Principal =
    role === null ? { ...common, kind: 'token', scopes } : { ...common, kind: 'user', role };
  return mayCall(operation, principal) ? null : 403;
}

/** Accepts any status for an authorized caller, except refusals and server errors: the named resources do not exist. */
function allowed(status: number): number {
  const isRefused = status === 401 || status === 403 || status === 429 || status >= 500;
  return isRefused ? NaN : status;
}

describe('with another workspace', () => {
  const leading = guarded.filter((operation) => leadsOf(operation).length > 0);
  const lists = guarded.filter(
    (operation) => operation.method === 'GET' && leadsOf(operation).length === 0,
  );
  /** Operations that do not answer 404. */
  const FINDS_NOTHING: Readonly<Record<string, readonly [status: number, body: object]>> = {
    searchOutputs: [200, { total: 0 }],
    exportOutputs: [200, {}],
    listTaskNames: [200, []],
    listAuditRecords: [200, { total: 0 }],
    listDeliveries: [200, { total: 0 }],
    listBacktests: [200, { total: 0 }],
    listRuleResults: [200, []],
    getInstructionsResults: [200, []],
    releaseOutput: [200, { ok: true }],
    // Users of another workspace are not members.
    createGroup: [400, { code: 'VALIDATION_FAILED' }],
    // The same for the group of outputs.
    changeManyOutputs: [400, { code: 'VALIDATION_FAILED' }],
    createProject: [400, { code: 'VALIDATION_FAILED' }],
    updateProject: [400, { code: 'VALIDATION_FAILED' }],
    createTask: [400, { code: 'VALIDATION_FAILED' }],
    renameTask: [400, { code: 'VALIDATION_FAILED' }],
    // There is no base version in this workspace.
    saveInstructionsVersion: [409, { code: 'VERSION_CONFLICT' }],
  };
  const unchanging = [
    'getOutput',
    'getRule',
    'listTasks',
    'getCurrentInstructions',
    'listFeedback',
  ];
  const read = async () => {
    const operations = guarded.filter(({ id }) => unchanging.includes(id));
    const answers = operations.map((each) => tryOperation(others.admin, each, samples()[each.id]));
    return (await Promise.all(answers)).map(({ text }) => text);
  };
  let before: readonly string[];
  let ours: { readonly person: Client; readonly token: Client };

  beforeAll(async () => {
    before = await read();
    ours = await signInAnew(system);
  });

  test.each(named(leading))('%s has a sample for every reference', (id, operation) => {
    expect(missingIn(samples()[id], leadsOf(operation))).toEqual([]);
  });

  test.each(named(leading))('%s finds nothing', async (id, operation) => {
    const { role, scope } = operation.access as Access;
    const { person, token } = ours;
    for (const client of [...(role === null ? [] : [person]), ...(scope === null ? [] : [token])]) {
      const { status, body, text } = await tryOperation(client, operation, samples()[id]);

      const [expected, nothing] = FINDS_NOTHING[id] ?? [404, {}];
      expect([status, text]).toEqual([expected, expect.not.stringContaining(PLANTED)]);
      expect(body).toMatchObject(nothing);
    }
  });

  test.each(named(lists))('%s shows nothing', async (_, operation) => {
    for (const client of Object.values(ours)) {
      const { text } = await tryOperation(client, operation);
      expect(text).not.toContain(PLANTED);
      expect(text).not.toContain(others.ids.project);
    }
  });

  test('leaves everything unchanged', async () => {
    expect(await read()).toEqual(before);
    expect(before.join('')).toContain(PLANTED);
  });

  // Proves that the samples are valid and the resources exist, so only the workspace made the difference above.
  test('finds everything in its own workspace', async () => {
    const turnOf = ({ id, method }: Operation) =>
      id === 'eraseWorkspace' ? 2 : Number(method === 'DELETE');
    const deletionsLast = leading.toSorted((one, other) => turnOf(one) - turnOf(other));
    const lost: string[] = [];
    for (const operation of deletionsLast) {
      const { role } = operation.access as Access;
      const client = role === null ? others.automation : others.admin;
      const { status, text } = await tryOperation(client, operation, samples()[operation.id]);
      // Last admin, already decided, not empty: a conflict proves that the resource exists.
      if (status >= 400 && status !== 409) lost.push(`${operation.id}: ${status} ${text}`);
    }
    expect(lost).toEqual([]);
  });
});
