import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import nock from 'nock';

import { judgeOnce, type QuestionAbout } from '../../test/ask-about.ts';
import { KEY } from '../../test/ask-vendor.ts';
import { cutNetwork, mendNetwork } from '../../test/cut-network.ts';
import { PROVIDERS, SAID, VENDORS, VERDICT } from '../../test/vendors.ts';

// The message says what to do.
const SAYS_WHAT_TO_DO =
  /^Rule “Tone” could not be judged: .+\. (?:Evaluate|Configure|Correct|Enter|Try) .+\.$/;
const MEGABYTE = 1024 * 1024;
const PASS = { ...VERDICT, verdict: 'pass' };

async function expectError(question: QuestionAbout): Promise<void> {
  const { rule, evaluation } = await judgeOnce(question);
  expect(rule).toMatchObject({ outcome: 'error', judge: { confidence: null } });
  expect(rule.summary).toMatch(SAYS_WHAT_TO_DO);
  expect(evaluation).toMatchObject({ outcome: 'error', confidenceScore: null });
  expect(JSON.stringify([rule, evaluation])).not.toContain(KEY);
}

beforeAll(() => {
  // Only servers of this file can be reached.
  cutNetwork('127.0.0.1');
});

afterEach(() => {
  nock.abortPendingRequests();
  nock.cleanAll();
});

afterAll(() => {
  mendNetwork();
});

describe.each(PROVIDERS)('%s: no verdict, and never a pass, results from', (provider) => {
  const vendor = VENDORS[provider];
  const pass = vendor.answer(JSON.stringify(PASS));

  test('an otherwise valid pass does pass, so that each case below fails for its own reason', async () => {
    nock(vendor.host).post(vendor.path).reply(200, pass);

    const { rule } = await judgeOnce({ provider });

    expect(rule).toMatchObject({ outcome: 'passed', judge: { confidence: 0.7, attempts: 1 } });
  });

  const text = (said: string): object => vendor.answer(said);
  const verdict = (fields: object): object => text(JSON.stringify({ ...PASS, ...fields }));
  const confidence = (written: string): object =>
    text(JSON.stringify(PASS).replace('"confidence":0.7', `"confidence":${written}`));
  test.each<[string, object | string]>([
    ['a confidence of NaN', confidence('NaN')],
    ['an infinite confidence', confidence('1e400')],
    ['a confidence over 1', confidence('1.0001')],
    ['a confidence under 0', confidence('-0.0001')],
    ['a confidence of null', confidence('null')],
    ['a confidence in words', confidence('"high"')],
    ['another verdict', verdict({ verdict: 'PASS' })],
    ['a verdict that is true', verdict({ verdict: true })],
    ['a field too many', verdict({ override: true })],
    ['a verdict in a fence', text(`\`\`\`json\n${JSON.stringify(PASS)}\n\`\`\``)],
    ['two verdicts', text(`${SAID}\n${JSON.stringify(PASS)}`)],
    ['two verdicts in one', text(JSON.stringify(PASS).replace('{', '{"verdict":"fail",'))],
    ['a verdict inside of something', text(JSON.stringify({ answer: PASS }))],
    ['broken JSON', text(JSON.stringify(PASS).slice(0, -1))],
    ['nothing', text('')],
    ['blanks', text(' \n')],
    ['an answer of null', text('null')],
    ['a refusal', vendor.answer(JSON.stringify(PASS), vendor.refused)],
    ['an answer that was cut off', vendor.answer(JSON.stringify(PASS), vendor.cutShort)],
    ['an envelope without an answer', {}],
    ['an envelope of another kind', { choices: [], content: [], candidates: [] }],
    ['an envelope that is broken', JSON.stringify(pass).slice(0, -1)],
    ['no envelope at all', ''],
  ])('%s', async (_, body) => {
    nock(vendor.host).post(vendor.path).reply(200, body, { 'content-type': 'application/json' });

    await expectError({ provider });
  });

  test.each([
    ['a web page', '<html>Sign in to the network</html>', 'text/html'],
    [
      'a verdict with the content type of a web page',
      JSON.stringify(pass),
      'text/html; charset=utf-8',
    ],
    ['a verdict with a binary content type', JSON.stringify(pass), 'application/octet-stream'],
  ])('%s', async (_, body, contentType) => {
    nock(vendor.host).post(vendor.path).reply(200, body, { 'content-type': contentType });

    await expectError({ provider });
  });

  test.each([400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504, 529])(
    'status %i with a pass in its body',
    async (status) => {
      nock(vendor.host).post(vendor.path).reply(status, pass);

      await expectError({ provider });
    },
  );

  test.each([301, 302, 303, 307, 308])(
    'a redirect with %i, which is not followed',
    async (status) => {
      const elsewhere = nock('https://elsewhere.example')
        .persist()
        .intercept(/^/, 'POST')
        .reply(200, pass)
        .get(/^/)
        .reply(200, pass);
      nock(vendor.host)
        .post(vendor.path)
        .reply(status, pass, { location: `https://elsewhere.example${vendor.path}` });

      await expectError({ provider });
      expect(elsewhere.pendingMocks()).toHaveLength(2);
    },
  );

  test('an answer of more than 1 MiB', async () => {
    const long = { ...PASS, explanation: 'x'.repeat(MEGABYTE) };
    nock(vendor.host)
      .post(vendor.path)
      .reply(200, vendor.answer(JSON.stringify(long)));

    await expectError({ provider });
  });

  test('an answer that times out', async () => {
    nock(vendor.host).post(vendor.path).delay(5_000).reply(200, pass);

    await expectError({ provider, callMs: 50 });
  });

  test('a rule that names a provider without a judge', async () => {
    const wish = PROVIDERS.find((each) => each !== provider) ?? null;

    await expectError({ provider, wish });
  });

  test('a judge with an incomplete configuration', async () => {
    const judge = provider === 'openai_compatible' ? { baseUrl: null } : { apiKey: null };

    await expectError({ provider, judge });
  });
});

describe.each(PROVIDERS)('%s: no verdict results from a connection that', (provider) => {
  const pass = JSON.stringify(VENDORS[provider].answer(JSON.stringify(PASS)));
  let server: Server;
  let baseUrl: string;
  let answer: (response: ServerResponse) => void;

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume().on('end', () => answer(response));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    baseUrl = `http://127.0.0.1:${port}${VENDORS[provider].version}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const begin = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': pass.length });
    response.write(pass.slice(0, -10));
  };

  test('a complete answer does give one, so that each case below fails for its own reason', async () => {
    answer = (response) => {
      begin(response);
      response.end(pass.slice(-10));
    };

    expect(await judgeOnce({ provider, baseUrl })).toMatchObject({ rule: { outcome: 'passed' } });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['is cut before an answer', (response) => response.destroy()],
    [
      'is cut in the middle of one',
      (response) => {
        begin(response);
        setImmediate(() => response.destroy());
      },
    ],
    [
      'is closed in the middle of one of unknown length',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
        response.write(pass.slice(0, -10));
        setImmediate(() => response.destroy());
      },
    ],
    ['stalls in the middle of one', begin],
  ])('%s', async (_, behaviour) => {
    answer = behaviour;

    await expectError({ provider, baseUrl, callMs: 300 });
  });
});
