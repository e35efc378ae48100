import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Operation, OPERATIONS } from '@output-review/contracts';

import { type Client, makeClient, signInHeaders } from '../harness/client.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import { type Sample, samplesOfNothing } from '../faults/roles/samples.ts';
import { tryOperation } from '../faults/roles/try-operation.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let headers: Readonly<Record<string, string>>;
let admin: Client;

beforeAll(async () => {
  system = await startSystem();
  const { url, email, password } = system;
  headers = await signInHeaders(url, email, password);
  admin = makeClient(url, headers);
}, 60_000);

afterAll(() => system.stop());

type Part = 'params' | 'query' | 'body';

interface NumberField {
  readonly operation: Operation;
  readonly part: Part;
  readonly name: string;
  readonly minimum: number;
  readonly maximum: number;
}

function numbersOf(operation: Operation): NumberField[] {
  const parts: readonly Part[] = ['params', 'query', 'body'];
  return parts.flatMap((part) => {
    const fields = (operation[part]?.['properties'] ?? {}) as Record<string, Numeric>;
    return Object.entries(fields)
      .filter(([, { type }]) => [type].flat().some((each) => NUMERIC.has(each)))
      .map(([name, { minimum = NaN, maximum = NaN }]) => ({
        ...{ operation, part, name, minimum, maximum },
      }));
  });
}

interface Numeric {
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const NUMERIC: ReadonlySet<unknown> = new Set(['integer', 'number']);

const callerOf = ({ access }: Operation): Client =>
  typeof access === 'object' && access.role !== null ? admin : system.automation;

const every = OPERATIONS.flatMap(numbersOf);

// The bounds are exceeded by one step. The other values fit no column, nor a safe integer in JavaScript.
const beyond = ({ minimum, maximum }: NumberField) => [
  ...[minimum - 1, maximum + 1],
  ...[26571093434251912, 1e30, 1e308],
];

test.each(
  every.map((field) => [`${field.part}.${field.name} of ${field.operation.id}`, field] as const),
)('%s is 400 with the field beyond its bounds', async (_, field) => {
  const { operation, part, name } = field;
  const client = callerOf(operation);

  const answers = await Promise.all(
    beyond(field).map((value) => {
      const text = { [name]: BigInt(value).toString() };
      if (part === 'params') return tryOperation(client, operation, { path: text, body: {} });
      if (part === 'query') return tryOperation(client, operation, { query: text });
      return tryOperation(client, operation, { body: { [name]: value } });
    }),
  );

  for (const { status, body } of answers) {
    expect({ status, body }).toMatchObject({
      ...{ status: 400, body: { code: 'VALIDATION_FAILED' } },
    });
    expect(body['fields']).toHaveProperty([name]);
  }
});

// Below every valid number, and beyond the range of 4-byte and 8-byte columns.
const NUMBERS = ['-1', '2147483648', '9223372036854775808', '99999999999999999999'];

interface Call {
  readonly name: string;
  readonly sample: Sample;
}

// Complete requests, so that a number gets as far as possible. The resources they name do not exist.
const samples = samplesOfNothing();

/** Sets each path and query parameter, whatever its type, to each of these numbers. */
function callsOf(operation: Operation): Call[] {
  const given = samples[operation.id] ?? {};
  const { params, query } = operation;
  const named = (part: 'path' | 'query', schema: typeof query) =>
    Object.keys((schema?.['properties'] ?? {}) as object).map((name) => ({ part, name }));
  return [...named('path', params), ...named('query', query)].flatMap(({ part, name }) =>
    NUMBERS.map((number) => ({
      name,
      sample: { ...given, [part]: { ...given[part], [name]: number } },
    })),
  );
}

const withParameters = OPERATIONS.filter(
  // PUT sends bytes by a link.
  (operation) => operation.method !== 'PUT' && callsOf(operation).length > 0,
);

test.each(withParameters.map((operation): [string, Operation] => [operation.id, operation]))(
  'a number in the address of %s is at worst a client error',
  async (_, operation) => {
    for (const { name, sample } of callsOf(operation)) {
      const { status, body } = await tryOperation(callerOf(operation), operation, sample);
      const isFault = status >= 500 || (status >= 400 && typeof body['code'] !== 'string');
      expect({ name, sample, status, isFault }).toMatchObject({ isFault: false });
    }
  },
);

test.each(NUMBERS)('a stream opens with a Last-Event-ID with the number %s', async (number) => {
  const stream = makeClient(system.url, { ...headers, 'last-event-id': `${number}-${number}` });

  expect((await stream.glance('/api/events')).status).toBe(200);
});

test.each([
  ['/api/instructions/diff?project=a&task=b&to=1&from=759985212340', 'from'],
  ['/api/instructions/versions/26571093434251912?project=a&task=b', 'n'],
  ['/api/destinations?page=1636763163290043416576', 'page'],
  ['/api/logs?instructionsVersion=1e300', 'instructionsVersion'],
  ['/api/logs?page=1e400', 'page'],
  ['/api/tokens?page=-0.5', 'page'],
])('GET %s is 400 with the field', async (path, field) => {
  const answer = await admin.get(path);

  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(answer.body['fields']).toHaveProperty([field]);
});

test.each(['page=100000&limit=1', 'page=1e5&limit=1', 'page=%2B1', 'page=1.0'])(
  'a list accepts the page %s, which is within its bounds',
  async (query) => {
    expect((await admin.get(`/api/destinations?${query}`)).status).toBe(200);
    expect((await admin.get(`/api/tokens?${query}`)).status).toBe(200);
  },
);

test('the smallest and largest numbers of a run are stored unchanged', async () => {
  const project = uniqueName('Bounds');
  const sent = { project, output: 'a', sync: true, latencyMs: 1e12, confidence: 1e-320 };

  const { id } = await submit(system.automation, { ...sent, costUsd: 5e-324 });
  const { id: other } = await submit(system.automation, { ...sent, costUsd: -0, confidence: -0 });

  const read = (of: string) => system.automation.get(`/api/logs/${of}`);
  const numbers = { latencyMs: 1e12, costUsd: 5e-324, confidence: 1e-320 };
  expect(await read(id)).toMatchObject({ status: 200, body: numbers });
  const zeros = { costUsd: 0, confidence: 0 };
  expect(await read(other)).toMatchObject({ status: 200, body: zeros });
});
