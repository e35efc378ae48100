import { createHmac } from 'node:crypto';

import type { AuditState, AuditValue } from '@output-review/contracts';
import { canonicalJson, deriveSecret } from '@output-review/runtime';

/** A value that says nothing about anybody: see `unredacted`. */
export class PlainValue {
  readonly value: string | readonly string[];

  constructor(value: string | readonly string[]) {
    this.value = value;
  }
}

/**
 * Has the audit keep a word as it is: a member of an enumeration, an id, a time. Never what somebody has
 * written. What is not marked by this is hidden, so that a text which nobody thought of is not told.
 */
export function unredacted(value: string | readonly string[]): PlainValue;
export function unredacted(value: string | readonly string[] | null): PlainValue | null;
export function unredacted(value: string | readonly string[] | null): PlainValue | null {
  return value === null ? null : new PlainValue(value);
}

/**
 * A state as a service knows it, by the names of its fields: numbers, flags and null are kept as they
 * are, and so is what `unredacted` marks; any other JSON value is hidden. What is undefined is left out.
 */
export type KnownState = Readonly<Record<string, unknown>>;

export type HideValues = (workspaceId: string, state: KnownState) => AuditState;

const PURPOSE = 'audit values';

/**
 * Makes what hides texts and secrets behind HMAC-SHA256: the same for equal values of one workspace, so
 * that changes can be told; of no use to whoever has no key, and across workspaces.
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
