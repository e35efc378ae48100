import { expect, test } from '@jest/globals';

import { makeBodyReader } from '../schema/request-reader.ts';
import { OPERATIONS } from './operations.ts';

const KIB = 1024;

const chars = (length: number) => '🦊'.repeat(length);
const ascii = (length: number) => 'x'.repeat(length);
/** A text of this many bytes in UTF-8. */
const bytes = (size: number) => 'ä'.repeat(size / 2) + ascii(size % 2);
const list = (item: unknown) => (length: number) => Array.from({ length }, () => item);
/** An object that takes this many bytes as JSON. */
const json = (size: number) => ({ a: ascii(size - '{"a":""}'.length) });
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
const file = { source: 'stored', key: 'k' };

// Each limit is that of the interface (submit fields, decisions, rules, instructions), and the next value is beyond it.
test.each<[string, string, number, (size: number) => unknown]>([
  ['submitOutput', 'project', 200, chars],
  ['submitOutput', 'task', 200, chars],
  ['submitOutput', 'output', 1024 * KIB, bytes],
  ['submitOutput', 'input', 1024 * KIB, bytes],
  ['submitOutput', 'id', 128, ascii],
  ['submitOutput', 'sessionId', 200, chars],
  ['submitOutput', 'subjectId', 200, chars],
  ['submitOutput', 'actorId', 200, chars],
  ['submitOutput', 'model', 200, chars],
  ['submitOutput', 'confidence', 1, (size) => size],
  ['submitOutput', 'tags', 50, list('t')],
  ['submitOutput', 'tags.0', 100, (size) => [chars(size)]],
  ['submitOutput', 'metadata', 64 * KIB, json],
  ['submitOutput', 'metadata', 8, nested],
  ['submitOutput', 'attachments', 20, list(file)],
  ['submitOutput', 'outputAttachments', 20, list(file)],
  ['submitOutput', 'action.name', 200, (size) => ({ name: chars(size), summary: 's' })],
  ['submitOutput', 'action.summary', 2000, (size) => ({ name: 'n', summary: chars(size) })],
  [
    'submitOutput',
    'action.params',
    64 * KIB,
    (size) => ({ name: 'n', summary: 's', params: json(size) }),
  ],
  [
    'submitOutput',
    'action.params',
    8,
    (size) => ({ name: 'n', summary: 's', params: nested(size) }),
  ],
  ['submitOutput', 'callbackUrl', 2048, chars],
  ['editDetails', 'metadata', 64 * KIB, json],
  ['editDetails', 'metadata', 8, nested],
  ['editDetails', 'metadataJson', 64 * KIB, json],
  ['editDetails', 'sessionId', 200, chars],
  ['editDetails', 'tags', 50, list('t')],
  ['editDetails', 'attachments.0.label', 200, (size) => [{ key: 'k', label: chars(size) }]],
  ['decideOutput', 'comment', 2000, chars],
  ['decideOutput', 'correctedOutput', 1024 * KIB, bytes],
  ['decideOutput', 'correctedAction.params', 64 * KIB, (size) => ({ params: json(size) })],
  ['flagOutput', 'reason', 2000, chars],
  ['changeManyOutputs', 'ids', 1000, list('a')],
  ['changeManyOutputs', 'comment', 2000, chars],
  ['createRule', 'name', 200, chars],
  ['createRule', 'value', 64 * KIB, bytes],
  ['updateRule', 'value', 64 * KIB, bytes],
  ['saveInstructionsVersion', 'content', 256 * KIB, bytes],
  ['getOrSeedInstructions', 'default', 256 * KIB, bytes],
  ['queueFeedback', 'comment', 2000, chars],
])('%s takes %s up to %d', (...row) => {
  const [id, path, limit, valueOf] = row;
  const body = OPERATIONS.find((operation) => operation.id === id)?.body;
  const read = makeBodyReader(body!);
  const faultsOf = (value: unknown) => {
    const reading = read({ [path.split('.', 1)[0]!]: value });
    return Object.keys(reading.ok ? {} : reading.faults);
  };

  expect(faultsOf(valueOf(limit))).not.toContain(path);
  expect(faultsOf(valueOf(limit + 1))).toContain(path);
});
