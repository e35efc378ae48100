import type { Logger } from '@output-review/runtime';

import type { Refusal } from '../object-store/object-store.ts';

const LOGGED_MAX = 10;

/** Tells of objects that the store keeps although they are to go. */
export function warnOfRefusals(log: Logger, refused: readonly Refusal[]): void {
  if (refused.length === 0) return;
  const some = refused.slice(0, LOGGED_MAX);
  log.warn({ count: refused.length, refused: some }, 'the object store refuses to delete files');
}
