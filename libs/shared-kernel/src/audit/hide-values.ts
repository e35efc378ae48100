import { createHmac } from 'node:crypto';

import type { AuditState, AuditValue } from '@output-review/contracts';
import { canonicalJson, deriveSecret } from '@output-review/runtime';

/** A value that is safe to keep in the audit: see `unredacted`. */
export class PlainValue {
  readonly value: string | readonly string[];

  constructor(value: string | readonly string[]) {
    this.value = value;
  }
}

/**
 * Marks a value that the audit keeps as it is: an enum member, an ID or a time, never user-written text. Unmarked
 * strings are hidden, so that a text that nobody thought of does not leak.
 */
export function unredacted(value: string | readonly string[]): PlainValue;
export function unredacted(value: string | readonly string[] | null): PlainValue | null;
export function unredacted(value: string | readonly string[] | null): PlainValue | null {
  return value === null ? null : new PlainValue(value);
}

/**
 * A state by the field names of the service. Numbers, booleans and null are kept, and so are values marked by
 * `unredacted`. Any other JSON value is hidden. Undefined fields are left out.
 */
export type KnownState = Readonly<Record<string, unknown>>;

export type HideValues = (workspaceId: string, state: KnownState) => AuditState;

const PURPOSE = 'audit values';

/**
 * Creates the function that replaces texts and secrets with an HMAC-SHA256. Equal values of one workspace have the same
 * HMAC, so that changes can be detected. It reveals nothing without the key, and cannot be compared across workspaces.
 *
 * @param auditKey 32 bytes in base64.
 */
export function makeHideValues(auditKey: string): HideValues {
  const secret = deriveSecret(auditKey, PURPOSE);
  const hide = (workspaceId: string, value: unknown): AuditValue => {
    if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
    if (value instanceof PlainValue) return copy(value.value);
    const text = canonicalJson([workspaceId, value]);
    return { hmac: createHmac('sha256', secret).update(text).digest('hex') };
  };
  return (workspaceId, state) =>
    Object.fromEntries(
      Object.entries(state).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, hide(workspaceId, value)] as const],
      ),
    );
}

function copy(value: string | readonly string[]): string | string[] {
  return typeof value === 'string' ? value : [...value];
}
