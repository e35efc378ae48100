import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';

import { makeEgressGuard } from '@output-review/runtime';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listenOnLoopback, type Mailbox, openMailbox } from '@output-review/runtime/testing';

import { composeBody, type Delivery, type Target } from './body.pure.ts';
import { composeMessage } from './channels.pure.ts';
import { makeMailSink } from './mail-sink.ts';
import { textsOf } from './mail-text.pure.ts';
import { makeSlackSink } from './slack-sink.ts';
import { toSlack } from './slack-text.pure.ts';

const PUBLIC_URL = 'https://reviews.example.com/base';
const AT = new Date('2026-03-01T12:00:00.000Z');
const NEVER = new AbortController().signal;

const DELIVERY: Delivery = {
  ...{ id: 'd-1', workspaceId: 'w', destinationId: 's', outputId: 'a/b', event: 'flagged' },
  ...{ happenedAt: AT, status: 'flagged', verdict: 'fail', confidenceScore: 1, attemptCount: 0 },
  words: { explanation: 'Says <!channel> & <@U1> hello.' },
};

const sendingTo = (target: Pick<Target, 'kind' | 'url' | 'address'>) => ({
  id: DELIVERY.id,
  target: { ...target, secrets: [] },
  body: {
    ...composeBody(DELIVERY, null, PUBLIC_URL),
    projectName: 'Support\r\nBcc: eve@example.com',
    aiOutput: `<script>alert(1)</script>${'x'.repeat(5_000)}`,
  },
  digest: null,
  sentAt: AT,
});

test('a message says how many approvals are needed, and from which groups', () => {
  const body = composeBody(DELIVERY, null, PUBLIC_URL);
  const factsOf = (approvals: typeof body.approvals) =>
    composeMessage({ ...body, approvals }, PUBLIC_URL).facts;
  const finance = { id: 'f', name: 'Finance', isGiven: false };
  const given = [{ by: 'ann@example.com', at: AT.toISOString() }];

  expect(factsOf(null)).toEqual([]);
  expect(factsOf({ needed: 2, given })).toEqual([{ label: 'Approvals needed', text: '2' }]);
  expect(
    factsOf({ needed: 3, given: [], groups: [finance, { ...finance, name: 'Legal' }] }),
  ).toEqual([{ label: 'Approvals needed', text: '3, with somebody of Finance, Legal' }]);
});

test('a message shows the params of an action on one line', () => {
  const body = composeBody(DELIVERY, null, PUBLIC_URL);
  const factsOf = (params: Record<string, unknown>) =>
    composeMessage(
      { ...body, action: { name: 'refund', summary: 'Refund 5 EUR', params } },
      PUBLIC_URL,
    ).facts;
  const action = { label: 'Action', text: 'refund: Refund 5 EUR' };

  expect(factsOf({ amount: 5_000, to: 'eve\n\u202e' })).toEqual([
    ...[action, { label: 'Parameters', text: '{"amount":5000,"to":"eve\\n[U+202E]"}' }],
  ]);
  expect(factsOf({})).toEqual([action]);
});

test('text of others is neither formatted nor reordered, and cannot forge a label', () => {
  const body = composeBody(DELIVERY, null, PUBLIC_URL);
  const words = '~a~ *b*\n*Task:* x';
  const projectName = 'P\u2066';
  const message = composeMessage(
    { ...body, projectName, aiOutput: `${words}\u202e\u200b\u{e0041}` },
    PUBLIC_URL,
  );
  const { blocks, text } = toSlack(message);
  const { subject, ...mail } = textsOf(message);

  const textsAs = (type: string) =>
    blocks.flatMap((block) => ('text' in block && block.text.type === type ? block.text.text : []));
  expect(textsAs('plain_text')).toContain(`${words}[U+202E][U+200B][U+E0041]`);
  expect(textsAs('mrkdwn')).toEqual(['*Output*', expect.stringContaining('|Open output>')]);
  for (const shown of [text, subject]) expect(shown).toMatch(/^P\[U\+2066\]: /);
  expect(mail.text).toContain(
    '\n\nOutput:\n> ~a~ *b*\n> *Task:* x[U+202E][U+200B][U+E0041]\n\nhttps://',
  );
  expect(JSON.stringify([blocks, text, subject, mail])).not.toMatch(
    /[\u202e\u2066\u200b\u{e0041}]/u,
  );
});

test('a message keeps emoji and joined letters', () => {
  const aiOutput = '👩🏽\u200d⚕️ می\u200cخواهم';
  const body = { ...composeBody(DELIVERY, null, PUBLIC_URL), aiOutput };
  expect(textsOf(composeMessage(body, PUBLIC_URL)).text).toContain(aiOutput);
});

test.each(['\n', '\r\n', '\r', '\u2028', '\v'])(
  'no line after %j in the text of others looks like a label or link of an email',
  (end) => {
    const words = ['Fine.', '', 'Approvals needed:', '> 1', '', 'https://evil.example'].join(end);
    const body = { ...composeBody(DELIVERY, null, PUBLIC_URL), flagReason: words, aiOutput: words };

    const { text, html } = textsOf(composeMessage(body, PUBLIC_URL));

    expect(text.split(/\r\n|[\n\v\r\u2028]/).filter((line) => !line.startsWith('>'))).toEqual([
      'An output is waiting for a decision (verdict fail)',
      ...['', '', 'Output:', '', `${PUBLIC_URL}/outputs/a%2Fb`, ''],
    ]);
    expect(html.replaceAll(/<blockquote>[^]*?<\/blockquote>/g, '')).not.toMatch(/Approvals|evil/);
  },
);

let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
});

afterAll(async () => {
  await mailbox.stop();
});

test('a Slack message says what, why and where, and mentions no one', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      bodies.push(body);
      response.end('ok');
    });
  });
  await using loopback = await listenOnLoopback(server);
  const url = `http://127.0.0.1:${loopback.port}/hook`;
  const egress = makeEgressGuard({ isPrivateHostAllowed: (host) => host === '127.0.0.1' });
  try {
    const sink = makeSlackSink({ egress, publicUrl: () => PUBLIC_URL });

    const answer = await sink(sendingTo({ kind: 'slack', url, address: null }), NEVER);

    expect(answer).toMatchObject({ status: 200, error: null, answer: 'ok' });
    const { text, blocks, ...rest } = JSON.parse(bodies[0] ?? '') as {
      text: string;
      blocks: { text: { type: string; text: string; verbatim?: boolean } }[];
    };
    expect(rest).toEqual({ link_names: false, unfurl_links: false, unfurl_media: false });
    expect(text).toContain('An output is waiting for a decision (verdict fail)');
    const shown = blocks.map((block) => block.text.text);
    expect(shown).toContain('Says <!channel> & <@U1> hello.');
    expect(shown.at(-1)).toBe(`<${PUBLIC_URL}/outputs/a%2Fb|Open output>`);
    const formatted = blocks.filter((block) => block.text.type !== 'plain_text');
    expect(JSON.stringify(formatted)).not.toMatch(/<[!@#s]/);
    expect(Math.max(...shown.map(({ length }) => length))).toBeLessThan(3_000);
    expect(formatted.every((block) => block.text.verbatim)).toBe(true);
  } finally {
    await egress.close();
  }
});

test('an email has a plain text and an escaped HTML version, and only our own headers', async () => {
  const mail = { smtpUrl: mailbox.url, from: 'Reviews <reviews@example.com>' };
  const sink = makeMailSink({ mail, publicUrl: () => PUBLIC_URL });
  const target = { kind: 'email', url: null, address: 'team@example.com' } as const;

  expect(await sink(sendingTo(target), NEVER)).toMatchObject({ error: null });

  const [sent = ''] = mailbox.mailsTo('team@example.com');
  const headers = sent.slice(0, sent.indexOf('\r\n\r\n'));
  expect(headers).toMatch(/^Message-ID: <d-1@example\.com>$/im);
  expect(headers).not.toMatch(/^Bcc:/im);
  expect(sent).toContain('&lt;script&gt;');
  expect(sent).toContain(`${PUBLIC_URL}/outputs/a%2Fb`);
  expect(mailbox.mailsTo('eve@example.com')).toEqual([]);
});

test('a rejected email gives the reason without details of the mail server', async () => {
  mailbox.refuseMailsTo('gone@example.com');
  const from = 'reviews@example.com';
  const send = (smtpUrl: string | null, address: string) =>
    makeMailSink({
      mail: smtpUrl === null ? null : { smtpUrl, from },
      publicUrl: () => PUBLIC_URL,
    })(sendingTo({ kind: 'email', url: null, address }), NEVER);

  expect(await send(mailbox.url, 'gone@example.com')).toMatchObject({
    ...{
      error: 'The mail server did not accept the email.',
      answer: expect.stringContaining('550'),
    },
  });
  expect(await send('smtp://127.0.0.1:1', 'team@example.com')).toMatchObject({
    ...{ error: 'The mail server could not be used.', answer: null },
  });
  expect(await send(null, 'team@example.com')).toMatchObject({
    error: 'This installation sends no emails.',
  });
});

test('an email that timed out is not sent later, because it will be sent again', async () => {
  const release = mailbox.hold();
  const mail = { smtpUrl: mailbox.url, from: 'reviews@example.com' };
  const sink = makeMailSink({ mail, publicUrl: () => PUBLIC_URL, timeoutMs: 500 });
  const address = 'slow@example.com';

  const answer = await sink(sendingTo({ kind: 'email', url: null, address }), NEVER);
  await release();

  expect(answer.error).toBe('The mail server did not accept the email within 0.5 s.');
  expect(mailbox.mailsTo(address)).toEqual([]);
});
