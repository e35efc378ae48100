import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';

import {
  DraftAnswer,
  findTextHazards,
  makeBodyReader,
  makeStrictValidator,
  parseDuration,
  parseInstant,
  SubmitBody,
} from '@output-review/contracts';
import { canonicalJson, foldKey } from '@output-review/runtime/text';

import { addressBlock } from '../../../libs/runtime/src/http/address-block.ts';
import { checkJsonHeaders } from '../../../libs/runtime/src/http/check-json-headers.ts';
import { formatIgnoredFields } from '../../../libs/runtime/src/http/ignored-fields.ts';
import { parseQuery } from '../../../libs/runtime/src/http/parse-query.ts';
import { requestIdFrom } from '../../../libs/runtime/src/http/response-headers.ts';
import { readInstant } from '../../../services/dashboard/src/outputs/instant.ts';
import { cutRows, parseJson, toJsonRows } from '../../../services/dashboard/src/outputs/rows.ts';
import { findMarks } from '../../../services/dashboard/src/outputs/rule-marks.ts';
import { isMarkdown, nameUnseen } from '../../../services/dashboard/src/outputs/text-signs.ts';
import { findDraftFault } from '../../../services/evaluator/src/drafts/drafts.pure.ts';
import { makeDraftPrompt } from '../../../services/evaluator/src/drafts/drafts.pure.ts';
import { describeFind } from '../../../services/evaluator/src/engine/excerpt.ts';
import { parseJsonPath } from '../../../services/evaluator/src/engine/json-path.ts';
import { foldText } from '../../../services/evaluator/src/engine/folded-places.ts';
import { readJsonDocument } from '../../../services/evaluator/src/engine/json.ts';
import { cutText } from '../../../services/evaluator/src/engine/judged-material.ts';
import { makeJudgedOutput } from '../../../services/evaluator/src/engine/judged-output.ts';
import { matchesInsideLetters } from '../../../services/evaluator/src/engine/patterns/pattern-engines.ts';
import { isQuickSchema } from '../../../services/evaluator/src/engine/quick-tools.ts';
import { makeKeywordAutomaton } from '../../../services/evaluator/src/engine/text-scan/keyword-automaton.ts';
import { readRetryAfterMs } from '../../../services/evaluator/src/judges/bounded-fetch.ts';
import { baseUrlOf } from '../../../services/evaluator/src/judges/change-judges.pure.ts';
import { makeRule, NOTHING } from '../../../services/evaluator/test/settle-rule.ts';
import { credentialOf } from '../../../services/gateway/src/access/callers.pure.ts';
import { clientAddressOf } from '../../../services/gateway/src/access/client-address.ts';
import { readIdempotencyKey } from '../../../services/gateway/src/submissions/request.pure.ts';
import { hasTag } from '../../../services/instructions/src/documents/documents.pure.ts';
import { compareTexts } from '../../../services/instructions/src/versions/versions.pure.ts';
import { findBase64Fault } from '../../../services/media/src/content/base64.ts';
import { findType } from '../../../services/media/src/content/find-type.ts';
import {
  makeDisposition,
  nameOfAnswer,
  tidyFilename,
  toKeyName,
} from '../../../services/media/src/content/names.pure.ts';
import { bareType } from '../../../services/media/src/content/types.pure.ts';
import { readRange } from '../../../services/media/src/downloads/downloads.pure.ts';
import { readKey } from '../../../services/media/src/links/links.pure.ts';
import { fileKey } from '../../../services/media/src/storage/storage.pure.ts';
import { composeDigest } from '../../../services/review/src/deliveries/digest.pure.ts';
import { textsOf, textsOfDigest } from '../../../services/review/src/deliveries/mail-text.pure.ts';
import { readRetryAfter } from '../../../services/review/src/deliveries/post-json.ts';
import { digestToSlack, toSlack } from '../../../services/review/src/deliveries/slack-text.pure.ts';
import { labelFiles } from '../../../services/review/src/details/details.pure.ts';
import { toArrayLiteral } from '../../../services/review/src/intake/columns.ts';
import { findDemand, findRun } from '../../../services/review/src/intake/intake.pure.ts';
import { makeLineWriter } from '../../../services/review/src/export/lines.pure.ts';
import { readAfter } from '../../../services/review/src/export/request.pure.ts';
import { cutPair } from '../../../services/review/src/reading/labels.pure.ts';
import { readCursor } from '../../../services/review/src/search/pages.pure.ts';
import { readInteraction } from '../../../services/review/src/slack/interactions.pure.ts';
import { readPosition } from '../../../services/review/src/streams/position.pure.ts';
import { readViewQuery } from '../../../services/review/src/views/query.ts';

// Every function that splits, matches, escapes, folds or compares a text from outside. Limits enforced by callers (the
// length in a schema, of a header, of a file) are not relied on, since they may change independently.

const DRAFT_REQUEST = { workspaceId: 'w1', notes: [], bytesMax: Infinity };
const LABELLED = {
  ...{ decision: 'rejected' as const, failedRules: [], correctedOutput: null },
  ...{ action: null, correctedParams: null },
};
const SENDER = { remoteAddress: '127.0.0.1' };
const NOW = new Date('2026-01-01T00:00:00Z');
const FILE = {
  ...{ role: 'input' as const, key: 'w1/o1/0-a.txt', filename: 'a.txt', label: null },
  ...{ contentType: 'text/plain', sizeBytes: 1 },
};
const FORMATS = {
  properties: {
    date: { format: 'date-time' },
    email: { format: 'email' },
    host: { format: 'hostname' },
    length: { format: 'duration' },
    time: { format: 'time' },
    uri: { format: 'uri' },
  },
};

// Compiled once, to measure only the cost of a text.
const RULES = {
  keyword: makeRule('keyword_forbidden', 'zugunsten'),
  pattern: makeRule('regex_forbidden', '(?:a|b|ab)*c$'),
  length: makeRule('max_length', '1'),
  date: makeRule('json_field_date', { path: 'a', notAfter: 'P1D' }),
  formats: makeRule('json_valid', FORMATS),
  unknownFields: makeRule('json_valid', { additionalProperties: false }),
};
const readSubmission = makeBodyReader(SubmitBody);
const findAnswerFault = makeStrictValidator(DraftAnswer);
const keywords = makeKeywordAutomaton(['aaaab', 'abab', '\u0301b', 'refund']);
const trustAll = (): boolean => true;
const ADDRESSES = {
  publicUrl: () => 'https://review.example/base',
  previousPublicUrls: ['https://former.example'],
};
const keyOf = (reference: string): string | null => readKey(reference, ADDRESSES);

const pressedBy = (text: string) => ({
  ...{ type: 'block_actions', team: { id: text }, api_app_id: text, trigger_id: text },
  ...{ user: { id: 'U0TEST', username: text }, container: { channel_id: text } },
  actions: [{ action_id: 'approve', value: `${text}/${text}` }],
});

export type Reader = (text: string) => unknown;

export const READERS: Readonly<Record<string, Reader>> = {
  // Requests, in all services.
  'text hazards': (text) => findTextHazards({ [text]: text }),
  'a submission': (text) =>
    readSubmission(
      {
        ...{ id: text, project: text, output: text, callbackUrl: text, model: text },
        ...{ tags: [text], respondBy: text, timestamp: text, [text]: text },
        attachments: [{ source: text, key: text, label: text }],
      },
      text,
    ),
  'a query': parseQuery,
  'the headers of a JSON body': (text) =>
    attempt(() => checkJsonHeaders(requestWith({ 'content-type': text }), 1)),
  'a charset': (text) =>
    attempt(() =>
      checkJsonHeaders(requestWith({ 'content-type': `application/json; charset=${text}` }), 1),
    ),
  'the id of a request': requestIdFrom,
  'names of unknown fields': (text) => formatIgnoredFields([text, ...text.split(' ')]),
  'a time': (text) => [parseInstant(text), parseInstant(`2026-01-01T${text}`)],
  'a duration': (text) => [parseDuration(text, NOW), parseDuration(`P${text}`, NOW)],
  'canonical JSON': (text) => canonicalJson({ [text]: text, list: Array.from(text) }),
  'the key of a name': foldKey,
  'a text as keywords are searched in it': foldText,

  // Gateway.
  'a credential': (text) => [
    credentialOf({ authorization: `Bearer ${text}` }, 'p'),
    credentialOf({ cookie: text }, 'p'),
  ],
  'X-Forwarded-For': (text) =>
    clientAddressOf({ socket: SENDER, headers: { 'x-forwarded-for': text } }, trustAll),
  'the block of an address': addressBlock,
  'an Idempotency-Key': readIdempotencyKey,

  // Types and names of files.
  'the type of a file': (text) =>
    attempt(() =>
      findType(async () => Readable.from([Buffer.from(text)]), {
        filename: text,
        contentType: text,
      }),
    ),
  'a declared type': bareType,
  'the name of a file': (text) => [tidyFilename(text), toKeyName(text), fileKeyOf(text)],
  'a received Content-Disposition': (text) =>
    nameOfAnswer(`attachment; filename=${text}`, 'https://a.example/b'),
  'a sent Content-Disposition': (text) => makeDisposition('inline', text.toWellFormed()),
  base64: findBase64Fault,
  'a Range': (text) => [readRange(text, 10), readRange(`bytes=${text}`, 10)],
  'the key of a file': (text) => [
    keyOf(text),
    keyOf(`/api/media/${text}`),
    keyOf(`https://review.example${text}`),
    attempt(() => labelFiles([FILE], [{ key: `/api/media/${text}`, label: text }])),
  ],

  // Rules and judges.
  'a JSON document': readJsonDocument,
  'a JSON path': (text) => [parseJsonPath(text), parseJsonPath(`a["${text}"]`)],
  'a keyword rule': (text) => RULES.keyword({ output: `ß${text} Zugunſten` }),
  'a rule of a long keyword': (text) => {
    const part = text.slice(0, text.length >> 2);
    return makeRule('keyword_required', `${part}x${part}`)({ output: text });
  },
  'a keyword rule on an action': (text) =>
    RULES.keyword({ action: { name: 'a', summary: 'b', params: { [text]: text } } }),
  'a pattern rule': (text) => RULES.pattern({ output: text }),
  'a length rule': (text) => RULES.length({ output: text }),
  'a date in a field': (text) => RULES.date(outputOf({ a: text })),
  'formats in a schema': (text) =>
    Object.keys(FORMATS.properties).map((name) => RULES.formats(outputOf({ [name]: text }))),
  'unknown fields in a schema': (text) => RULES.unknownFields(outputOf({ [text]: text })),
  'all keywords at once': (text) => keywords.find(text),
  'the positions of folded matches': (text) =>
    makeJudgedOutput({ ...NOTHING, output: `ß${text}` }, NOW).text?.placeOf({ start: 1, end: 2 }),
  'words around a match': (text) =>
    describeFind(text, { start: text.length >> 1, end: text.length }),
  'the cost of a schema': isQuickSchema,
  'a pattern between letters': (text) => matchesInsideLetters(`${text.slice(0, 500)}\\B`),
  'the address of a judge': (text) => [
    baseUrlOf({ baseUrl: text }),
    baseUrlOf({ baseUrl: `https://a.example/${text}` }),
  ],
  'the text for a judge': (text) => cutText(text, 1_000),
  'when to retry a judge': (text) => readRetryAfterMs({ 'retry-after': text }, NOW),

  // Instructions.
  'the prompt for a draft': (text) =>
    makeDraftPrompt(
      {
        content: text,
        notes: [{ comment: text, author: text }],
        labelled: { approved: 1, outputs: [{ ...LABELLED, output: text, comment: text }] },
      },
      { boundary: 'b', fault: text },
    ),
  'the response with a draft': (text) => {
    const answer = { content: text, changes: [{ summary: text, notes: [1] }] };
    return [findAnswerFault(answer), findDraftFault(answer, { ...DRAFT_REQUEST, content: text })];
  },
  'placeholders missing in a draft': (text) =>
    findDraftFault({ content: 'a', changes: [] }, { ...DRAFT_REQUEST, content: text }),
  'a correction used for a draft': (text) => cutPair(text, `${text.slice(0, -2)}b`),
  'If-None-Match': (text) => hasTag(text, '"a"'),
  'compared versions': (text) => compareTexts(text, `${text.slice(0, -2)}b`),

  // Outbound messages and their responses.
  'a message for Slack': (text) => toSlack(messageOf(text)),
  'a request from Slack': (text) => [
    readInteraction(text),
    readInteraction(`payload=${text}`),
    readInteraction(`payload=${JSON.stringify(pressedBy(text))}`),
  ],
  'the query of a view': (text) =>
    (['outputs', 'queue'] as const).map((page) =>
      readViewQuery({ workspaceId: 'w', page, query: text }, NOW),
    ),
  'an email': (text) => textsOf(messageOf(text)),
  'a digest': (text) => [textsOfDigest(digestOf(text)), digestToSlack(digestOf(text))],
  'Retry-After': (text) => readRetryAfter(text, NOW),
  'a cursor': (text) => readCursor(text, { by: 'timestamp', direction: 'asc' }),
  'a place in a stream': readPosition,
  'a place in an export': readAfter,
  'a cell of CSV': (text) => makeLineWriter('csv', { text: () => text }).write([null]),
  'an array for PostgreSQL': (text) => toArrayLiteral([text]),
  'an unreadable result': (text) => [findRun(text), findDemand(`"needed":2${text}`)],

  // The dashboard.
  'Markdown characters': isMarkdown,
  'rows of JSON': (text) => [parseJson(text), toJsonRows({ [text]: text }, new Set())],
  'invisible characters': nameUnseen,
  'a time in an address': (text) => [
    readInstant(text, 'first'),
    readInstant(`2026-01-01T${text}`, 'last'),
  ],
  'rows of a text': cutRows,
  'marks of rules': (text) =>
    findMarks(text, [{ ruleName: 'r', ruleType: 'keyword_forbidden', ruleValue: 'aaab' }]),
};

function attempt(read: () => unknown): unknown {
  try {
    const done = read();
    return done instanceof Promise ? done.catch(() => null) : done;
  } catch {
    return null;
  }
}

function requestWith(headers: Record<string, string>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = headers;
  return request;
}

function outputOf(document: object): { readonly output: string } {
  return { output: JSON.stringify(document) };
}

function fileKeyOf(text: string): string {
  return fileKey({ workspaceId: 'w1', outputId: text }, 0, 'a');
}

function messageOf(text: string) {
  return { title: text, facts: [{ label: 'Output', text }], why: text, link: text };
}

function digestOf(text: string) {
  const place = { projectName: text, taskName: text };
  const mostUrgent = [
    { ...place, id: 'an-id', status: 'error', respondBy: null, timestamp: NOW } as const,
  ];
  const projects = [{ projectId: 'a-project', projectName: text, total: 1, errors: 1 }];
  return composeDigest({ total: 1, projects, mostUrgent }, 'https://reviews.example.com');
}
