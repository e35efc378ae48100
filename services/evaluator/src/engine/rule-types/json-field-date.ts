import { parseDuration, parseInstant } from '@output-review/contracts/instant';

import { describeJson } from '../json.ts';
import { fieldRule, ValueFault } from './field-rule.ts';

/** An instant, or a duration relative to the evaluation. */
type Bound =
  | { readonly kind: 'instant'; readonly at: Date; readonly written: string }
  | { readonly kind: 'duration'; readonly written: string };

interface Period {
  readonly notBefore: Bound | null;
  readonly notAfter: Bound | null;
}

export const jsonFieldDate = fieldRule<Period>({
  example: '{"path": "dueAt", "notBefore": "2026-01-01", "notAfter": "P30D"}',
  members: ['notBefore', 'notAfter'],
  read: (members) => {
    const notBefore = readBound(members, 'notBefore');
    const notAfter = readBound(members, 'notAfter');
    if (notBefore && notAfter && excludeEachOther(notBefore, notAfter)) {
      throw new ValueFault('"notBefore" must not be after "notAfter": no date could pass.');
    }
    return { notBefore, notAfter };
  },
  findFlaw: ({ value, evaluatedAt }, { notBefore, notAfter }) => {
    const found = `is ${describeJson(value)}`;
    // A date without a time means the whole day. It is out of bounds only if all of it is.
    const first = typeof value === 'string' ? parseInstant(value, 'first') : null;
    const last = typeof value === 'string' ? parseInstant(value, 'last') : null;
    if (!first || !last) return `${found}, must be an ISO 8601 date`;
    if (notBefore && last < instantOf(notBefore, evaluatedAt)) {
      return `${found}, must not be before ${describeBound(notBefore, evaluatedAt)}`;
    }
    if (notAfter && first > instantOf(notAfter, evaluatedAt)) {
      return `${found}, must not be after ${describeBound(notAfter, evaluatedAt)}`;
    }
    return null;
  },
});

// Any date will do to validate a duration; this one leaves room on both sides.
const SOME_DAY = new Date('2000-01-01T00:00:00Z');

function readBound(members: Readonly<Record<string, unknown>>, name: keyof Period): Bound | null {
  const written = members[name];
  if (written === undefined) return null;
  if (typeof written === 'string') {
    const at = parseInstant(written, name === 'notBefore' ? 'first' : 'last');
    if (at) return { kind: 'instant', at, written };
    if (parseDuration(written, SOME_DAY) !== null) return { kind: 'duration', written };
  }
  throw new ValueFault(
    `"${name}" must be an ISO 8601 date such as "2026-01-31" or "2026-01-31T12:00:00Z", or a ` +
      'duration from the evaluation such as "-P7D"; or leave it out.',
  );
}

// The first days of four years of months, since months and years differ in length. From before `SOME_DAY`, a duration
// that is valid there leads to a day of the calendar too, unless it leads far back.
const FIRST_DAYS = Array.from({ length: 48 }, (_, month) => new Date(Date.UTC(1996, month)));

/** Whether no date is within two bounds of one kind. A duration may lead to either side of an instant. */
function excludeEachOther(notBefore: Bound, notAfter: Bound): boolean {
  if (notBefore.kind === 'instant')
    return notAfter.kind === 'instant' && notBefore.at > notAfter.at;
  if (notAfter.kind === 'instant') return false;
  const msOf = ({ written }: Bound, day: Date): number => parseDuration(written, day) ?? NaN;
  return FIRST_DAYS.every((day) => msOf(notBefore, day) > msOf(notAfter, day));
}

function instantOf(bound: Bound, evaluatedAt: Date): Date {
  if (bound.kind === 'instant') return bound.at;
  const afterMs = parseDuration(bound.written, evaluatedAt);
  if (afterMs === null) throw new Error(`${bound.written} leads out of the calendar`);
  return new Date(evaluatedAt.getTime() + afterMs);
}

function describeBound(bound: Bound, evaluatedAt: Date): string {
  if (bound.kind === 'instant') return bound.written;
  return `${instantOf(bound, evaluatedAt).toISOString()} (${bound.written})`;
}
