import { lineEndOf, withOneLineEnd } from '../components/line-ends.ts';
import { findLoss, isKept, type JsonLoss } from '../outputs/json-loss.ts';

/** The params of an action. */
export type Params = Readonly<Record<string, unknown>>;

/** Text with line endings normalized as in form fields, and its original line ending. */
interface Lines<Value> {
  readonly value: Value;
  readonly lineEnd?: string;
}

/** A param in a form; its text may be invalid. */
export type ParamField = { readonly name: string } & (
  | { readonly kind: 'number' | 'json'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | ({ readonly kind: 'text' } & Lines<string>)
  | ({ readonly kind: 'list' } & Lines<readonly string[]>)
);

/** Params being edited: field by field, or as one JSON text. */
export type ParamsDraft =
  | { readonly kind: 'form'; readonly fields: readonly ParamField[] }
  | { readonly kind: 'json'; readonly text: string };

export type ParamFault = 'notANumber' | 'notJson' | 'notAnObject' | JsonLoss;

/** The params of a draft; null while some are invalid. */
export interface ReadDraft {
  readonly params: Params | null;
  /** Errors by param; a draft in JSON has one under the empty name. */
  readonly faults: ReadonlyMap<string, ParamFault>;
}

const INDENT = 2;

export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, INDENT);
}

/** A form with a field per param; without params, JSON, so that the user can add some. */
export function toForm(params: Params): ParamsDraft {
  const entries = Object.entries(params);
  if (entries.length === 0) return toJson(params);
  return { kind: 'form', fields: entries.map(([name, value]) => toField(name, value)) };
}

export function toJson(params: Params): ParamsDraft {
  return { kind: 'json', text: formatJson(params) };
}

function toField(name: string, value: unknown): ParamField {
  if (typeof value === 'number') return { name, kind: 'number', value: String(value) };
  if (typeof value === 'boolean') return { name, kind: 'boolean', value };
  if (typeof value === 'string') {
    const lineEnd = lineEndOf(value);
    if (lineEnd !== null) return { name, kind: 'text', value: withOneLineEnd(value), lineEnd };
  }
  if (isTexts(value)) {
    const lineEnd = lineEndOf(value.join(' '));
    if (lineEnd !== null) return { name, kind: 'list', value: value.map(withOneLineEnd), lineEnd };
  }
  return { name, kind: 'json', value: formatJson(value) };
}

/** An empty list has no known item type, so it is edited as JSON. */
function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  );
}

export function readDraft(draft: ParamsDraft): ReadDraft {
  if (draft.kind === 'json') {
    const read = parse(draft.text);
    if ('value' in read && isObject(read.value)) return { params: read.value, faults: new Map() };
    const fault = 'value' in read || read.fault === 'notJson' ? 'notAnObject' : read.fault;
    return { params: null, faults: new Map([['', fault]]) };
  }
  const faults = new Map<string, ParamFault>();
  const entries = draft.fields.map((field): [string, unknown] => {
    const read = readField(field);
    if ('fault' in read) faults.set(field.name, read.fault);
    return [field.name, 'value' in read ? read.value : null];
  });
  return { params: faults.size === 0 ? Object.fromEntries(entries) : null, faults };
}

type ReadField = { readonly value: unknown } | { readonly fault: ParamFault };

function readField(field: ParamField): ReadField {
  switch (field.kind) {
    case 'number':
      return readNumber(field.value.trim());
    case 'json':
      return parse(field.value);
    case 'boolean':
      return { value: field.value };
    case 'text':
      return { value: endLines(field.value, field.lineEnd) };
    case 'list':
      return { value: field.value.map((item) => endLines(item, field.lineEnd)) };
  }
}

function endLines(text: string, lineEnd = '\n'): string {
  return text.replaceAll('\n', lineEnd);
}

/** Parses a JSON number; rejects numbers that overflow or lose digits. */
function readNumber(text: string): ReadField {
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
  if (!isNumber || !Number.isFinite(Number(text))) return { fault: 'notANumber' };
  return isKept(text) ? { value: Number(text) } : { fault: 'digits' };
}

function parse(text: string): ReadField {
  try {
    const value: unknown = JSON.parse(text);
    const fault = findLoss(text);
    return fault === null ? { value } : { fault };
  } catch {
    return { fault: 'notJson' };
  }
}

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether both serialize to the same JSON. */
export function isSameParams(one: Params, other: Params): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
