import type { Static, TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';

import { compileLater, makeAjv } from './ajv.ts';
import { faultMessage, faultPath } from './fault-message.ts';
import { parseInstant } from './instant.ts';
import { findTextHazards, mayHaveTextHazards } from './text-hazards.ts';
import { tidy } from './tidy.ts';

/** The result of reading a part of a request. `ignored` lists unknown fields. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly ignored: readonly string[] }
  | {
      readonly ok: false;
      readonly faults: Readonly<Record<string, string>>;
      readonly ignored: readonly string[];
      /** The valid fields, for further checks; null if the value is not an object. */
      readonly sound: Partial<T> | null;
    };

export type RequestReader<S extends TSchema> = (
  value: unknown,
  /** The text that the value was parsed from; it allows skipping the walk through harmless values. */
  sourceText?: string,
) => Reading<Static<S>>;

// Nobody reads more errors than this, and a response must not be larger than its request.
const FAULTS_MAX = 100;

/**
 * Creates the reader of a JSON body: it tidies, then validates, and reports all errors at once.
 *
 * Strings are not coerced: `"1"` is not a number in a body.
 */
export function makeBodyReader<S extends TSchema>(schema: S): RequestReader<S> {
  return makeReader(schema, { isQuery: false });
}

/**
 * Creates the reader of a query or of path parameters, whose values are strings: it parses numbers and booleans and
 * fills in defaults.
 */
export function makeQueryReader<S extends TSchema>(schema: S): RequestReader<S> {
  return makeReader(schema, { isQuery: true });
}

/** Parses numbers and booleans of a query. Other values stay strings for the validator to report. */
function readTexts(schema: TSchema, value: unknown): unknown {
  const properties = schema['properties'] as Readonly<Record<string, TSchema>>;
  const entries = Object.entries(value as Readonly<Record<string, string>>);
  return Object.fromEntries(
    entries.map(([name, text]) => [name, readText(properties[name]?.['type'], text)]),
  );
}

function readText(type: unknown, text: string): unknown {
  // `Number` would also accept `0x10`, `0b1` and white space alone.
  if (type === 'integer' && /^\s*[+-]?\d+(\.0*)?(e\d+)?\s*$/i.test(text)) return Number(text);
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
}

function makeReader<S extends TSchema>(
  schema: S,
  { isQuery }: { readonly isQuery: boolean },
): RequestReader<S> {
  const compiled = compileLater(AJV, schema);
  return (input, sourceText) => {
    const { value: tidied, ignored } = tidy(schema, input);
    const value = isQuery ? readTexts(schema, tidied) : tidied;
    const hazards =
      sourceText === undefined || mayHaveTextHazards(sourceText) ? findTextHazards(input) : {};
    const validate = compiled();
    const isValid = validate(value);
    const faults = { ...(isValid ? {} : faultsOf(validate.errors ?? [])), ...hazards };
    if (Object.keys(faults).length > 0) {
      const sound = soundFields<Static<S>>(value, faults);
      return { ok: false, faults: namePaths(faults), ignored, sound };
    }
    return { ok: true, value: value as Static<S>, ignored };
  };
}

function faultsOf(errors: readonly ErrorObject[]): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const error of errors.slice(0, FAULTS_MAX)) faults[faultPath(error)] ??= faultMessage(error);
  return faults;
}

function soundFields<T>(value: unknown, faults: Record<string, string>): Partial<T> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const faulty = new Set(Object.keys(faults).map((path) => path.split('.', 1)[0]));
  const entries = Object.entries(value).filter(([key]) => !faulty.has(key));
  return Object.fromEntries(entries) as Partial<T>;
}

/** An error of the whole value has no path. Only a body can have one: queries and paths are objects. */
function namePaths({ '': whole, ...inner }: Record<string, string>): Record<string, string> {
  return whole === undefined ? inner : { body: whole, ...inner };
}

const AJV = makeAjv({ allErrors: true, verbose: true, useDefaults: true, strictNumbers: true });
AJV.addFormat('instant', (text: string) => parseInstant(text) !== null);
