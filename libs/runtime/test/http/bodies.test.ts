import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import {
  BODIES_IN_FLIGHT_BYTES_MAX,
  BODY_BYTES_MAX,
  INTERNAL_BODY_BYTES_MAX,
  PUBLIC_BODY_BYTES_MAX,
} from '../../src/http/body-limits.ts';
import { eventually } from '../../src/testing/index.ts';
import { samplesOf, untracedTelemetry } from '../telemetry/telemetry-fixture.ts';
import { connectRaw, head } from './raw-connection.ts';
import { reviewer, startThingService, type ThingService } from './thing-service.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

let service: ThingService;
/** The headers of a reviewer's request. */
let asked: Record<string, string>;
/** The same with the content type. */
let json: Record<string, string>;

beforeAll(async () => {
  service = await startThingService();
  asked = await service.assertions.headersFor(reviewer);
  json = { ...JSON_TYPE, ...asked };
});

afterAll(() => service.server.close(0));

/** A JSON body of an exact size. */
function bodyOf(bytes: number): string {
  const frame = JSON.stringify({ text: '' });
  return JSON.stringify({ text: 'x'.repeat(bytes - frame.length) });
}

const post = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
  fetch(`${service.server.url}/api/measure`, {
    method: 'POST',
    headers: { ...headers, ...asked },
    body,
  });

describe('the content type of a body', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ])('%s is accepted', async (type) => {
    expect((await post('{"text":"ä"}', { 'Content-Type': type })).status).toBe(200);
  });

  test.each([
    'text/plain',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
  ])('%s is 415', async (type) => {
    const answer = await post('{"text":"a"}', { 'Content-Type': type });

    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  test('an encoded body is refused with 415, whatever it contains', async () => {
    const zipped = gzipSync('{"text":"a"}');

    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const answer = await post(zipped, { ...JSON_TYPE, 'Content-Encoding': encoding });
      expect(answer.status).toBe(415);
    }
    const plain = await post('{"text":"a"}', { ...JSON_TYPE, 'Content-Encoding': 'identity' });
    expect(plain.status).toBe(200);
  });
});

describe('the content of a body', () => {
  test.each([
    ['malformed JSON', '{"text": }'],
    ['text after the JSON', '{} {}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%s is 400 INVALID_JSON, and the body is not quoted', async (_, body) => {
    const answer = await post(body);

    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'INVALID_JSON', fields: {} });
    expect(text).not.toContain('text":');
  });

  test.each(['[]', '"text"', 'null', '7'])(
    '%s is refused with 400, because it is not an object',
    async (body) => {
      const answer = await post(body);

      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: { body: 'Must be an object.' },
      });
    },
  );

  test('may be omitted if every field is optional', async () => {
    const answer = await service.client.with(asked).request('POST', '/api/measure');

    expect(answer).toMatchObject({ status: 200, body: { length: 0 } });
  });

  test('is required if a field is', async () => {
    const answer = await service.client.with(asked).request('POST', '/api/groups/g1/things');

    expect(answer).toMatchObject({
      ...{ status: 400, body: { code: 'INVALID_JSON', error: 'A JSON body is required.' } },
    });
  });
});

describe('the size of a body', () => {
  test('the limit is exact', async () => {
    expect((await post(bodyOf(BODY_BYTES_MAX))).status).toBe(200);
    expect((await post(bodyOf(BODY_BYTES_MAX + 1))).status).toBe(413);
  });

  test('counts until the answer only, whatever that is', async () => {
    const bodies = [bodyOf(BODY_BYTES_MAX), `[${bodyOf(BODY_BYTES_MAX - 2)}]`];
    const sum = 2 * BODY_BYTES_MAX;

    for (let sent = 0; sent <= BODIES_IN_FLIGHT_BYTES_MAX; sent += sum) {
      const answers = await Promise.all(bodies.map((body) => post(body)));
      expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    }
  });

  test('is limited to 16 KB for operations that need no credential, even if one is sent', async () => {
    const postAsStranger = (body: string) =>
      fetch(`${service.server.url}/api/strangers/measure`, { method: 'POST', headers: json, body });

    expect((await postAsStranger(bodyOf(PUBLIC_BODY_BYTES_MAX))).status).toBe(200);
    const answer = await postAsStranger(bodyOf(PUBLIC_BODY_BYTES_MAX + 1));

    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      error: 'The body must have at most 16384 bytes.',
      code: 'PAYLOAD_TOO_LARGE',
      fields: {},
    });
  });

  test('is limited to 16 MB between services', async () => {
    const peer = await service.assertions.headersFor({ kind: 'service', service: 'evaluator' });
    const ask = (bytes: number) =>
      fetch(`${service.server.url}/internal/ask`, {
        ...{ method: 'POST', headers: { ...JSON_TYPE, ...peer }, body: '{}'.padEnd(bytes) },
      });

    expect((await ask(INTERNAL_BODY_BYTES_MAX)).status).toBe(200);
    expect((await ask(INTERNAL_BODY_BYTES_MAX + 1)).status).toBe(413);
  });

  test('a declared length over the limit is refused before any of the body arrives', async () => {
    const connection = connectRaw(service.server.port);

    connection.send(
      head('POST', '/api/measure', { ...json, 'Content-Length': String(BODY_BYTES_MAX + 1) }),
    );

    await eventually(() => {
      expect(connection.received()).toContain('HTTP/1.1 413 ');
      expect(connection.received()).toContain('"code":"PAYLOAD_TOO_LARGE"');
    });
    const answer = await connection.closed;
    expect(answer).toContain('Connection: close');
    expect(answer).toMatch(/x-request-id: \S+/);
  });

  test('a client that sends Expect: 100-continue with a declared length over the limit is refused', async () => {
    const connection = connectRaw(service.server.port);

    connection.send(
      head('POST', '/api/measure', {
        ...json,
        'Content-Length': String(BODY_BYTES_MAX + 1),
        Expect: '100-continue',
      }),
    );

    const answer = await connection.closed;
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).not.toContain('100 Continue');
  });

  test('a client that sends Expect: 100-continue gets 100 when the body is read', async () => {
    const connection = connectRaw(service.server.port);

    connection.send(
      head('POST', '/api/measure', {
        ...json,
        'Content-Length': '12',
        Expect: '100-continue',
        Connection: 'close',
      }),
    );
    await eventually(() => expect(connection.received()).toContain('HTTP/1.1 100 Continue'));
    connection.send('{"text":"a"}');

    expect(await connection.closed).toContain('{"length":1}');
  });

  test('a body without a declared length is refused as soon as it exceeds the limit', async () => {
    const connection = connectRaw(service.server.port);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const piece = Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]);

    connection.send(head('POST', '/api/measure', { ...json, 'Transfer-Encoding': 'chunked' }));
    for (let sent = 0; sent <= BODY_BYTES_MAX; sent += chunk.length) connection.send(piece);

    // The body never ends, so the answer cannot be waiting for it.
    const answer = await connection.closed;
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('"code":"PAYLOAD_TOO_LARGE"');
  });
});

test('a person whose bodies arrive slowly holds up only their own', async () => {
  const telemetry = await untracedTelemetry();
  const own = await startThingService(undefined, { telemetry });
  const send = async (userId: string, body: string) => {
    const headers = { ...JSON_TYPE, ...(await own.assertions.headersFor({ ...reviewer, userId })) };
    return fetch(`${own.server.url}/api/measure`, { method: 'POST', headers, body });
  };
  const slow = Array.from({ length: 4 }, () => connectRaw(own.server.port));
  const headers = { ...JSON_TYPE, ...(await own.assertions.headersFor(reviewer)) };
  const begun = head('POST', '/api/measure', { ...headers, 'Content-Length': '4500000' });
  for (const connection of slow) connection.send(begun + 'x'.repeat(100_000));
  await eventually(async () => {
    const bytes = await samplesOf(telemetry, 'output_review_bodies_in_flight_bytes');
    expect(bytes).toEqual(['{sender="callers"} 400000', '{sender="strangers"} 0']);
  });

  const mine = send(reviewer.userId, bodyOf(BODY_BYTES_MAX));

  expect((await send('another', bodyOf(BODY_BYTES_MAX))).status).toBe(200);
  expect(await Promise.race([mine, delay(50, 'waits')])).toBe('waits');
  for (const connection of slow) connection.destroy();
  expect((await mine).status).toBe(200);
  await own.server.close(0);
});

test('a client that disconnects in the middle of a body is not logged as a failure', async () => {
  service.logged.length = 0;
  const connection = connectRaw(service.server.port);

  connection.send(head('POST', '/api/measure', { ...json, 'Content-Length': '100' }) + '{"t');
  connection.destroy();
  await connection.closed;

  expect((await service.client.get('/healthz')).status).toBe(200);
  expect(service.logged).toEqual([]);
});
