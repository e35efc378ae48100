import type { ErrorObject } from 'ajv';

import { quote } from '../excerpt.ts';
import { describeJson } from '../json.ts';

// Upper bound of alternatives listed: a reviewer only needs to know where to look.
const WAYS_MAX = 3;
const VALUES_MAX = 10;
const CLAIM_CHARS_MAX = 200;

/** Describes the mismatch, from the errors of one validation that stopped at the first. */
export function describeMismatch(errors: readonly ErrorObject[], document: unknown): string {
  const last = errors.at(-1);
  if (!last) return 'it is not valid';
  const inner = errors.slice(0, -1);
  switch (last.keyword) {
    case 'if':
    case 'propertyNames':
      return describeMismatch(inner, document);
    case 'anyOf':
    case 'oneOf': {
      const ways = [...new Set(inner.map((each) => describeError(each, document)))];
      if (ways.length === 0) return describeError(last, document);
      const more = ways.length > WAYS_MAX ? ', or other ways' : '';
      return `${ways.slice(0, WAYS_MAX).join(', or ')}${more}`;
    }
    default:
      return describeError(last, document);
  }
}

function describeError(error: ErrorObject, document: unknown): string {
  const { path, value } = locate(error.instancePath, document);
  const params = error.params as Readonly<Record<string, unknown>>;
  const subjectOf = (name?: unknown): string => {
    const whole = typeof name === 'string' ? stepOf(path, name) : path;
    return whole === '' ? 'it' : quote(showable(whole));
  };
  switch (error.keyword) {
    case 'required':
      return `${subjectOf(params['missingProperty'])} is missing`;
    case 'additionalProperties':
      return `${subjectOf(params['additionalProperty'])} is not allowed`;
    case 'unevaluatedProperties':
      return `${subjectOf(params['unevaluatedProperty'])} is not allowed`;
    case 'false schema':
      return `${subjectOf()} is not allowed`;
    default:
      return `${subjectOf(error.propertyName)} ${claimOf(error, params)}, and is ${describeJson(
        error.propertyName ?? value,
      )}`;
  }
}

function claimOf(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  switch (error.keyword) {
    case 'type':
      return `must be ${[params['type']].flat().join(' or ')}`;
    case 'const':
      return `must be ${describeJson(params['allowedValue'])}`;
    case 'enum': {
      const values = params['allowedValues'] as readonly unknown[];
      const more = values.length > VALUES_MAX ? ', …' : '';
      return `must be one of ${values.slice(0, VALUES_MAX).map(describeJson).join(', ')}${more}`;
    }
    case 'pattern':
      return `must match the pattern ${quote(showable(String(params['pattern'])))}`;
    default:
      return showable(error.message ?? `must fit "${error.keyword}"`);
  }
}

/** Converts a JSON Pointer to a rule path, with the value there. */
function locate(
  pointer: string,
  document: unknown,
): { readonly path: string; readonly value: unknown } {
  let path = '';
  let value = document;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    path = Array.isArray(value) ? `${path}[${name}]` : stepOf(path, name);
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return { path, value };
}

// As in rule paths. Other names are escaped within quotation marks.
const PLAIN_NAME = /^[^.[\]"*/\s\p{Cc}\p{Cs}][^.[\]"*/\p{Cc}\p{Cs}]*$/u;

function stepOf(path: string, name: string): string {
  if (!PLAIN_NAME.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** Names and patterns may be long, and contain line breaks or characters that a database rejects. */
function showable(text: string): string {
  const line = text
    .slice(0, CLAIM_CHARS_MAX)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ');
  return text.length > CLAIM_CHARS_MAX ? `${line}…` : line;
}
