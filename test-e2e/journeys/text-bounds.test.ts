import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Operation, OPERATIONS } from '@output-review/contracts';

import type { Client } from '../harness/client.ts';
import { type Sample, samplesOfNothing } from '../faults/roles/samples.ts';
import { tryOperation } from '../faults/roles/try-operation.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;

beforeAll(async () => {
  system = await startSystem();
  admin = await system.signIn();
}, 60_000);

afterAll(() => system.stop());

type Part = 'path' | 'query' | 'body';

interface Field {
  readonly part: Part;
  readonly name: string;
  readonly schema: Schema;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const samples = samplesOfNothing();

/** The fields that contain text directly, or in a list or an object. */
function fieldsOf({ params, query, body }: Operation): Field[] {
  return Object.entries({ path: params, query, body }).flatMap(([part, schema]) =>
    Object.entries((schema as Schema | undefined)?.properties ?? {})
      .filter(([, { type }]) => [type].flat().some((each) => each && TEXTUAL.has(each)))
      .map(([name, inner]) => ({ part: part as Part, name, schema: inner })),
  );
}

const TEXTUAL: ReadonlySet<string> = new Set(['string', 'array', 'object']);

/** A value of the field's type that contains the text. */
function valueOf({ type }: Schema, text: string): unknown {
  const types = [type].flat();
  if (types.includes('string')) return text;
  return types.includes('array') ? [text] : { [text]: text };
}

/** A complete request with the text in one field. */
function withText(operation: Operation, { part, name, schema }: Field, text: string): Sample {
  const given = samples[operation.id] ?? {};
  if (part !== 'path')
    return { ...given, [part]: { ...given[part], [name]: valueOf(schema, text) } };
  const escaped = encodeURIComponent(text);
  // A parameter that matches the rest of the path has a `+` in the template.
  return { ...given, path: { ...given.path, [name]: escaped, [`${name}+`]: escaped } };
}

const callerOf = ({ access }: Operation): Client =>
  typeof access === 'object' && access.role !== null ? admin : system.automation;

// The link operations verify the signature first. MCP has other errors and a separate journey.
const OTHERWISE: ReadonlySet<string> = new Set(['putUpload', 'downloadFile', 'callMcp']);

const withTexts = OPERATIONS.filter(
  (operation) => !OTHERWISE.has(operation.id) && fieldsOf(operation).length > 0,
).map((operation): [string, Operation] => [operation.id, operation]);

const SURROGATE = 'a\ud800b';

test.each(withTexts)(
  '%s refuses U+0000 and lone surrogates in every text field',
  async (_, operation) => {
    for (const field of fieldsOf(operation)) {
      // A URL cannot contain a lone surrogate.
      for (const text of ['a\0b', ...(field.part === 'body' ? [SURROGATE] : [])]) {
        const { status, body } = await tryOperation(
          callerOf(operation),
          operation,
          withText(operation, field, text),
        );
        expect({ field, text, status, code: body['code'] }).toMatchObject({
          ...{ status: 400, code: 'VALIDATION_FAILED' },
        });
      }
    }
  },
);

// The maximum for an address, and more than any column or index of a name accepts.
const lengthsOf = ({ part }: Field) => (part === 'body' ? [3_000, 100_000] : [3_000, 8_000]);

test.each(withTexts)(
  'a text of any length in %s is at worst a client error',
  async (_, operation) => {
    for (const field of fieldsOf(operation)) {
      for (const length of lengthsOf(field)) {
        const { status, body } = await tryOperation(
          callerOf(operation),
          operation,
          withText(operation, field, 'x'.repeat(length)),
        );
        const isFault = status >= 500 || (status >= 400 && typeof body['code'] !== 'string');
        const isTaken = status < 300 && length > (field.schema.maxLength ?? Infinity);
        expect({ field, length, status, isFault, isTaken }).toMatchObject({
          ...{ isFault: false, isTaken: false },
        });
      }
    }
  },
);
