import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import nock from 'nock';

import { ask, KEY, PROMPT } from '../../test/ask-vendor.ts';
import { cutNetwork, mendNetwork } from '../../test/cut-network.ts';
import { chat, PROVIDERS, SAID, VENDORS, VERDICT } from '../../test/vendors.ts';

beforeAll(() => {
  cutNetwork();
});

afterAll(() => {
  mendNetwork();
});

beforeEach(() => {
  nock.cleanAll();
});

describe.each(PROVIDERS)('%s', (provider) => {
  const vendor = VENDORS[provider];
  const respond = (status: number, body: string | object, headers: Record<string, string> = {}) =>
    nock(vendor.host)
      .post(vendor.path)
      .reply(status, body, { 'content-type': 'application/json', ...headers });

  test('is asked once, with its key and the data quoted, and returns its verdict', async () => {
    let sent = '';
    const call = nock(vendor.host)
      .post(vendor.path)
      .matchHeader(vendor.keyHeader, vendor.key)
      .reply(200, function (_, body) {
        sent = JSON.stringify(body);
        return vendor.answer(SAID);
      });

    const reply = await ask(provider);

    expect(call.isDone()).toBe(true);
    expect(reply).toEqual({
      answer: VERDICT,
      usage: { llmOutput: SAID, inputTokens: 11, outputTokens: 7, costUsd: null },
    });
    expect(sent).toContain(JSON.stringify(PROMPT.user).slice(1, -1));
    expect(sent).toContain('b0undary');
    expect(sent).not.toContain(KEY);
  });

  test.each([
    ['another verdict', { ...VERDICT, verdict: 'maybe' }],
    ['a confidence over 1', { ...VERDICT, confidence: 7 }],
    ['a confidence under 0', { ...VERDICT, confidence: -0.1 }],
    ['a confidence in words', { ...VERDICT, confidence: '0.7' }],
    ['no explanation', { verdict: 'pass', confidence: 1 }],
    ['a field too many', { ...VERDICT, override: true }],
    ['a list', [VERDICT]],
  ])('rejects an answer with %s', async (_, answer) => {
    respond(200, vendor.answer(JSON.stringify(answer)));

    await expect(ask(provider)).rejects.toMatchObject({
      reason: 'off_schema',
      usage: { llmOutput: JSON.stringify(answer), inputTokens: 11 },
    });
  });

  test.each([
    ['prose', 'Looks good to me: pass!', 'unreadable'],
    ['broken JSON', SAID.slice(0, -5), 'unreadable'],
    ['JSON in prose', `Sure. ${SAID}`, 'unreadable'],
    ['blanks', ' ', 'empty'],
    ['nothing', '', 'empty'],
  ])('rejects an answer of %s', async (_, text, reason) => {
    respond(200, vendor.answer(text));

    await expect(ask(provider)).rejects.toMatchObject({ reason });
  });

  test('rejects a refusal and an answer that was cut off, whatever they say', async () => {
    respond(200, vendor.answer(SAID, vendor.refused));
    await expect(ask(provider)).rejects.toMatchObject({ reason: 'would_not_judge' });

    respond(200, vendor.answer(SAID, vendor.cutShort));
    await expect(ask(provider)).rejects.toMatchObject({ reason: 'cut_short' });
  });

  test.each([
    [400, 'request_refused'],
    [401, 'key_refused'],
    [402, 'quota_used_up'],
    [403, 'key_refused'],
    [404, 'unknown_model'],
    [408, 'down'],
    [429, 'rate_limited'],
    [500, 'down'],
    [503, 'down'],
    [529, 'down'],
  ])('maps status %i to %s, without a retry', async (status, reason) => {
    const call = respond(status, { error: { message: `Bad key ${KEY}`, type: 'x' } });

    const failure: unknown = await ask(provider).catch((error: unknown) => error);

    expect(failure).toMatchObject({ reason });
    expect(String(failure)).not.toContain(KEY);
    expect(call.isDone()).toBe(true);
  });

  test.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Fri, 02 Jan 2026 03:04:15 GMT' }, 10_000],
    [{ 'retry-after-ms': '1500', 'retry-after': '2' }, 1_500],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '99999999' }, 600_000],
  ])('reports a rate limit with its Retry-After: %j', async (headers, retryAfterMs) => {
    respond(429, { error: { message: 'slow down' } }, headers);

    await expect(ask(provider)).rejects.toMatchObject({ reason: 'rate_limited', retryAfterMs });
  });

  test('follows no redirect, so that the key is only sent to its address', async () => {
    const elsewhere = nock('https://elsewhere.example').post(/^/).reply(200, chat(SAID));
    respond(307, '', { location: `https://elsewhere.example${vendor.path}` });

    await expect(ask(provider)).rejects.toMatchObject({ reason: 'unknown_model' });
    expect(elsewhere.isDone()).toBe(false);
  });

  test('fails if it cannot be reached, or answers with anything else than its interface', async () => {
    nock(vendor.host).post(vendor.path).replyWithError('connect ECONNREFUSED');
    await expect(ask(provider)).rejects.toMatchObject({ reason: 'unreachable' });

    respond(200, '<html>Welcome</html>');
    await expect(ask(provider)).rejects.toMatchObject({ reason: 'unreadable' });

    respond(200, 'x'.repeat(2 * 1024 * 1024));
    await expect(ask(provider)).rejects.toMatchObject({ reason: 'unreadable' });
  });

  test('counts a response without a body as an unreadable answer, not as an outage', async () => {
    nock(vendor.host).post(vendor.path).reply(204);

    await expect(ask(provider)).rejects.toMatchObject({ reason: 'unreadable' });
  });

  test('times out', async () => {
    nock(vendor.host).post(vendor.path).delay(5_000).reply(200, vendor.answer(SAID));

    await expect(ask(provider, { timeoutMs: 50 })).rejects.toMatchObject({ reason: 'timeout' });
    nock.abortPendingRequests();
  });
});

test.each(PROVIDERS.filter((provider) => provider !== 'openai_compatible'))(
  'does not ask %s without a key',
  async (provider) => {
    await expect(ask(provider, { apiKey: null })).rejects.toMatchObject({
      reason: 'not_configured',
    });
  },
);

test('requires an address but no key for a self-hosted server', async () => {
  const { host, path } = VENDORS.openai_compatible;
  nock(host, { badheaders: ['authorization'] })
    .post(path)
    .reply(200, chat(SAID));

  expect(await ask('openai_compatible', { apiKey: null })).toMatchObject({ answer: VERDICT });
  await expect(ask('openai_compatible', { baseUrl: null })).rejects.toMatchObject({
    reason: 'not_configured',
  });
});

test.each(['openai', 'openrouter', 'openai_compatible'] as const)(
  'reads an answer of %s in an unexpected shape without a retry',
  async (provider) => {
    const { host, path } = VENDORS[provider];
    const respond = (body: object) => nock(host).post(path).reply(200, body);

    respond({ ...chat(null), choices: [] });
    await expect(ask(provider)).rejects.toMatchObject({ reason: 'unreadable' });

    respond(chat(SAID, { finish_reason: 'tool_calls' }));
    await expect(ask(provider)).rejects.toMatchObject({
      reason: 'unreadable',
      usage: { llmOutput: SAID, inputTokens: 11, outputTokens: 7 },
    });
  },
);

test.each([
  [400, 'request_refused'],
  [402, 'quota_used_up'],
  [429, 'rate_limited'],
  [502, 'down'],
  [1_001, 'unreadable'],
  ['rate_limited', 'unreadable'],
])('maps an error %p inside an answer of status 200 to %s', async (code, reason) => {
  const { host, path } = VENDORS.openrouter;
  const error = { code, message: 'Provider returned error' };
  const respond = (body: object) => nock(host).post(path).reply(200, body, { 'retry-after': '7' });

  respond({ error });
  await expect(ask('openrouter')).rejects.toMatchObject({ reason });

  respond(chat(SAID, { finish_reason: 'error', error }));
  await expect(ask('openrouter')).rejects.toMatchObject({ reason });
});

test.each([
  ['openai', { code: 'insufficient_quota' }, 'quota_used_up'],
  ['openai_compatible', { code: null, type: 'insufficient_quota' }, 'quota_used_up'],
  ['openai', { code: 'rate_limit_exceeded', type: 'requests' }, 'rate_limited'],
  ['openai', { code: 'rate_limit_exceeded', type: 'tokens' }, 'rate_limited'],
  ['openai', { type: 'tokens', message: 'Request too large for m' }, 'request_refused'],
] as const)('%s: maps status 429 with %j to %s', async (provider, said, reason) => {
  const { host, path } = VENDORS[provider];
  nock(host)
    .post(path)
    .reply(429, { error: { message: 'no', ...said } });

  await expect(ask(provider)).rejects.toMatchObject({ reason });
});

test.each([
  [[null, { reason: 'API_KEY_INVALID' }], 'key_refused'],
  [[{ reason: 'FIELD_INVALID' }], 'request_refused'],
  ['API_KEY_INVALID', 'request_refused'],
])('google: maps status 400 with the details %j to %s', async (details, reason) => {
  const { host, path } = VENDORS.google;
  const error = { code: 400, message: 'no', status: 'INVALID_ARGUMENT', details };
  nock(host).post(path).reply(400, { error });

  await expect(ask('google')).rejects.toMatchObject({ reason });
});

test.each([
  ['invalid_request_error', 'Your credit balance is too low to access the API.', 'quota_used_up'],
  ['invalid_request_error', 'prompt is too long: 7 tokens > 5 maximum', 'request_refused'],
  ['invalid_request_error', 'model: Your credit balance is too low', 'request_refused'],
  ['api_error', 'Your credit balance is too low to access the API.', 'request_refused'],
])('anthropic: maps status 400 of %s that says “%s” to %s', async (type, message, reason) => {
  const { host, path } = VENDORS.anthropic;
  nock(host).post(path).reply(400, { type: 'error', error: { type, message } });

  await expect(ask('anthropic')).rejects.toMatchObject({ reason });
});

test("treats a refusal by OpenRouter's moderation as a refusal to judge, not as a refused key", async () => {
  const { host, path } = VENDORS.openrouter;
  const metadata = { reasons: ['violence'], flagged_input: 'Money…', provider_name: 'OpenAI' };
  const error = { code: 403, message: 'Your chosen model requires moderation', metadata };
  nock(host).post(path).reply(403, { error });
  await expect(ask('openrouter')).rejects.toMatchObject({ reason: 'would_not_judge' });

  nock(host).post(path).reply(200, { error });
  await expect(ask('openrouter')).rejects.toMatchObject({ reason: 'would_not_judge' });
});

test('rejects an answer that ended with an error, whatever it says', async () => {
  const { host, path } = VENDORS.openrouter;
  nock(host)
    .post(path)
    .reply(200, chat(SAID, { finish_reason: 'error' }));

  await expect(ask('openrouter')).rejects.toMatchObject({ reason: 'unreadable' });
});

test('keeps the cost of a call if the server reports it', async () => {
  const { host, path } = VENDORS.openrouter;
  const body = chat(SAID);
  nock(host)
    .post(path)
    .reply(200, { ...body, usage: { ...body.usage, cost: 0.0031 } });

  expect(await ask('openrouter')).toMatchObject({ usage: { costUsd: 0.0031 } });
});

test('keeps the cost of a call even if its answer is no verdict', async () => {
  const { host, path } = VENDORS.openrouter;
  const body = chat('{', { finish_reason: 'length' });
  nock(host)
    .post(path)
    .reply(200, { ...body, usage: { ...body.usage, cost: 0.0031 } });

  await expect(ask('openrouter')).rejects.toMatchObject({
    reason: 'cut_short',
    usage: { llmOutput: '{', inputTokens: 11, outputTokens: 7, costUsd: 0.0031 },
  });
});

test.each(['openai', 'openrouter', 'openai_compatible'] as const)(
  'rejects a refusal that %s reports beside the content',
  async (provider) => {
    const { host, path } = VENDORS[provider];
    for (const content of [SAID, 'No.', null]) {
      const message = { role: 'assistant', content, refusal: 'I cannot help with that.' };
      nock(host).post(path).reply(200, chat(content, { message }));

      await expect(ask(provider)).rejects.toMatchObject({ reason: 'would_not_judge' });
    }
  },
);
