import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import ipaddr from 'ipaddr.js';

import { eventually } from '../testing/eventually.ts';
import { type LookUpHost, type LookUpOptions, makeLookUpHost } from './look-up-host.ts';

const A = 1;
const NO_SUCH_NAME = 3;

// Other names are unknown. Silent names get no answer.
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'judge.example': ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
  'six.example': ['2001:db8::6'],
};

let server: Socket;
let queries: string[] = [];

beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (query, from) => {
    const { name, type, question } = readQuestion(query);
    queries.push(name);
    if (name.endsWith('silent.example')) return;
    const wanted = (NAMES[name] ?? []).filter((each) => isIPv4(each) === (type === A));
    const status = name in NAMES ? 0 : NO_SUCH_NAME;
    const header = Buffer.from([
      ...[0, 0, 0x81, 0x80 | status],
      ...[0, 1, 0, wanted.length, 0, 0, 0, 0],
    ]);
    query.copy(header, 0, 0, 2);
    server.send(
      Buffer.concat([header, question, ...wanted.map((each) => recordOf(each, type))]),
      ...([from.port, from.address] as const),
    );
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});

beforeEach(() => {
  queries = [];
});

afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** Source: RFC 1035, 4.1.2. */
function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), question };
}

/** Source: RFC 1035, 4.1.3. The name refers to the question. */
function recordOf(address: string, type: number): Buffer {
  const bytes = ipaddr.parse(address).toByteArray();
  return Buffer.from([...[0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length], ...bytes]);
}

function resolverOf(tries: { readonly timeout: number; readonly tries: number }): Resolver {
  const resolver = new Resolver(tries);
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  return resolver;
}

/** Uses the name server above, and the given function as the system resolver. */
function lookUpBy(askSystem: LookUpHost, options: LookUpOptions = {}): LookUpHost {
  const makeResolver = (): Resolver => resolverOf({ timeout: 2_000, tries: 2 });
  return makeLookUpHost({ askSystem, makeResolver, timeoutMs: 60_000, ...options });
}

const OF_SYSTEM = [{ address: '10.0.0.1', family: 4 }];

/** A system resolver that records its queries and answers when the test allows it. */
function heldSystem() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const askSystem: LookUpHost = (hostname) => {
    asked.push(hostname);
    return new Promise((resolve) => answers.push(() => resolve(OF_SYSTEM)));
  };
  return {
    asked,
    askSystem,
    answer: () => answers.shift()?.(),
    answerLast: () => answers.pop()?.(),
  };
}

const ticks = () => new Promise((resolve) => setImmediate(resolve));

test('does not ask the system for a name that name servers know', async () => {
  const system = heldSystem();
  const lookUp = lookUpBy(system.askSystem);

  const found = await lookUp('judge.example');

  expect(new Set(found)).toEqual(
    new Set([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]),
  );
  expect(await lookUp('six.example')).toEqual([{ address: '2001:db8::6', family: 6 }]);
  expect(system.asked).toEqual([]);
});

test.each([
  ['the deadline ends it', { timeoutMs: 100 }],
  ['no try is answered', { makeResolver: () => resolverOf({ timeout: 20, tries: 1 }) }],
])('a name with a silent server fails in time and blocks no slot: %s', async (_, options) => {
  const system = heldSystem();
  const lookUp = lookUpBy(system.askSystem, options);
  const beganAt = performance.now();
  const silent = Array.from({ length: 20 }, (__, n) => lookUp(`${n}.silent.example`));

  for (const each of await Promise.allSettled(silent)) {
    expect(each).toMatchObject({ status: 'rejected', reason: { code: 'EAI_AGAIN' } });
  }
  // Without the deadline, name servers would be asked for longer.
  expect(performance.now() - beganAt).toBeLessThan(4_000);
  expect(system.asked).toEqual([]);
});

test('asks the system for a name in the hosts file, whatever name servers answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hosts-'));
  const hostsFile = join(folder, 'hosts');
  await writeFile(hostsFile, '# judge.example\n10.0.0.1 inside\tJudge.example # six.example\n');
  const lookUp = lookUpBy(() => Promise.resolve(OF_SYSTEM), { hostsFile });

  expect(await lookUp('judge.example')).toEqual(OF_SYSTEM);
  expect(await lookUp('judge.example.')).toEqual(OF_SYSTEM);
  expect(await lookUp('six.example')).toEqual([{ address: '2001:db8::6', family: 6 }]);

  await rm(folder, { recursive: true });
});

test.each(['unknown.example', 'localhost', 'a.localhost', 'localhost.', 'ollama'])(
  'asks the system for %s',
  async (name) => {
    const lookUp = lookUpBy(async () => OF_SYSTEM);

    expect(await lookUp(name)).toEqual(OF_SYSTEM);
    expect(queries.every((query) => query === 'unknown.example')).toBe(true);
  },
);

test('an unknown name that the system does not answer does not block names of the local network', async () => {
  const system = heldSystem();
  const lookUp = lookUpBy(system.askSystem);
  const unknown = lookUp('unknown.example');
  await eventually(() => expect(system.asked).toEqual(['unknown.example']));
  const own = lookUp('ollama');
  await eventually(() => expect(system.asked).toEqual(['unknown.example', 'ollama']));

  system.answerLast();

  expect(await own).toEqual(OF_SYSTEM);
  system.answer();
  expect(await unknown).toEqual(OF_SYSTEM);
});

test('asks the system for one name at a time and shares concurrent lookups of a name', async () => {
  const system = heldSystem();
  const lookUp = lookUpBy(system.askSystem);
  const first = Promise.all([lookUp('one'), lookUp('one')]);
  const second = lookUp('two');
  await ticks();
  expect(system.asked).toEqual(['one']);

  system.answer();

  expect(await first).toEqual([OF_SYSTEM, OF_SYSTEM]);
  await ticks();
  expect(system.asked).toEqual(['one', 'two']);
  system.answer();
  expect(await second).toEqual(OF_SYSTEM);

  const later = lookUp('one');
  await ticks();
  expect(system.asked).toEqual(['one', 'two', 'one']);
  system.answer();
  await later;
});

test('names queued behind one that the system does not find time out without a query', async () => {
  const system = heldSystem();
  const lookUp = lookUpBy(system.askSystem, { timeoutMs: 100 });
  const names = ['hung', ...Array.from({ length: 20 }, (_, n) => `behind-${n}`)];

  const ended = await Promise.allSettled(names.map(lookUp));

  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(system.asked).toEqual(['hung']);
  system.answer();
  const next = lookUp('next');
  await ticks();
  expect(system.asked).toEqual(['hung', 'next']);
  system.answer();
  expect(await next).toEqual(OF_SYSTEM);
});
