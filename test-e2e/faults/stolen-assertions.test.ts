import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  INTERNAL_OPERATIONS,
  type Operation,
  OPERATIONS,
  type Principal,
  SERVICES,
  type ServiceName,
} from '@output-review/contracts';
import {
  type AssertionIssuer,
  type AssertionKeys,
  makeAssertionIssuer,
  systemClock,
} from '@output-review/runtime';

import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

let system: EmbeddedSystem;
/** Issues assertions with the gateway's key. */
let gateway: AssertionIssuer;
let urls: Readonly<Record<ServiceName, string>>;

beforeAll(async () => {
  system = await startEmbeddedSystem({ LOG_LEVEL: 'silent' });
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(system.dataDir, name), 'utf8'));
  const keys = (await read('keys.json')) as { assertion: AssertionKeys };
  gateway = makeAssertionIssuer(keys.assertion.privateKey, systemClock);
  ({ services: urls } = (await read('run.json')) as { services: typeof urls });
}, 60_000);

afterAll(() => system.stop());

const SELF: Principal = { kind: 'service', service: 'gateway' };
const ADMIN: Principal = {
  ...{ kind: 'user', workspaceId: 'w', userId: 'u', email: 'ada@example.com', role: 'admin' },
};

/** Every operation that requires an assertion, with the service whose internal listener serves it. */
const GUARDED: readonly (readonly [ServiceName, Operation])[] = [
  ...OPERATIONS.filter(({ owner, access }) => owner !== 'gateway' && access !== 'public'),
  ...Object.values(INTERNAL_OPERATIONS),
].map((operation: Operation) => [operation.owner, operation] as const);

const FOR_OPERATORS = SERVICES.flatMap((service) =>
  Object.values(INTERNAL_OPERATIONS)
    .filter(({ access, owner }) => access === 'operator' && owner === service)
    .map((operation: Operation) => [service, operation] as const),
);

async function call([service, { method, path }]: readonly [ServiceName, Operation], by: string) {
  const target = path.replaceAll(/\{\w+\+?\}/g, 'x');
  const response = await fetch(urls[service] + target, {
    method,
    headers: { 'x-output-review-assertion': by, 'content-type': 'application/json' },
    body: method === 'GET' ? null : '{}',
  });
  return response.status;
}

const nameOf = ([service, { id }]: readonly [ServiceName, Operation]) => `${service}/${id}`;

async function takenFrom(operation: Operation, principal: Principal): Promise<string[]> {
  const stolen = await gateway.issue(principal, operation);
  const taken: string[] = [];
  for (const each of GUARDED) if ((await call(each, stolen)) !== 401) taken.push(nameOf(each));
  return taken.toSorted();
}

const { claimFiles, deleteFiles, evaluateNow } = INTERNAL_OPERATIONS;
const operationNamed = (id: string): Operation => OPERATIONS.find((each) => each.id === id)!;

interface Sent {
  readonly to: string;
  readonly operation: Operation;
  readonly principal: Principal;
  readonly good: readonly string[];
}

test.each<Sent>([
  {
    to: 'media with a submission',
    ...{ operation: claimFiles, principal: SELF },
    good: ['gateway/settleFileClaims', 'media/claimFiles'],
  },
  {
    to: 'media with a deletion',
    ...{ operation: deleteFiles, principal: SELF },
    good: ['media/deleteFiles'],
  },
  {
    to: 'the evaluator with a submission',
    ...{ operation: evaluateNow, principal: SELF },
    good: ['evaluator/evaluateNow'],
  },
  {
    to: 'review for a search',
    ...{ operation: operationNamed('searchOutputs'), principal: ADMIN },
    good: ['evaluator/lookUpRuleVersions', 'review/searchOutputs'],
  },
  {
    to: 'review for a deletion',
    ...{ operation: operationNamed('deleteOutput'), principal: ADMIN },
    good: ['review/deleteOutput'],
  },
])(
  'an assertion sent by the gateway to $to grants nothing else, at any service',
  async ({ operation, principal, good }) => {
    expect(await takenFrom(operation, principal)).toEqual(good);
  },
  30_000,
);

test("the gateway's own key cannot act as the operator", async () => {
  const answers: [string, number, number][] = [];
  for (const each of FOR_OPERATORS) {
    const [service, operation] = each;
    const asItself = await gateway.issue(SELF, operation, service);
    const asOperator = await gateway.issue({ kind: 'operator' }, operation, service);
    answers.push([nameOf(each), await call(each, asItself), await call(each, asOperator)]);
  }

  expect(answers.map(([name]) => name)).toContain('gateway/makePasswordLink');
  expect(answers.filter(([, self, operator]) => self !== 403 || operator !== 401)).toEqual([]);
});
