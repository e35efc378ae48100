import { texts } from '../../texts.ts';
import type { AuditRecord } from './audit-record.ts';

type State = NonNullable<AuditRecord['before']>;
type Value = State[string];

const { audit: words } = texts;

export interface FieldChange {
  readonly field: string;
  readonly text: string;
}

/** What a record says of each field: what it was and what it is, as far as that is kept. */
export function describeChange({ before, after }: AuditRecord): readonly FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => ({
    field,
    text: describe(before?.[field], after?.[field]),
  }));
}

function describe(before: Value | undefined, after: Value | undefined): string {
  if (before === undefined || before === null) return show(after);
  // Of a text only a fingerprint is kept: it says that it changed, not into what.
  if (isHidden(before) && isHidden(after)) return words.changedText;
  return `${show(before)} → ${show(after)}`;
}

function show(value: Value | undefined): string {
  if (value === undefined || value === null) return '–';
  if (isHidden(value)) return words.text;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function isHidden(value: Value | undefined): value is { hmac: string } {
  return typeof value === 'object' && value !== null && 'hmac' in value;
}
