import { INTERNAL_HEADERS, writeActiveInstructions } from '@output-review/contracts';

import type { DocumentKey, Version } from '../../domain/document.ts';

/** Tells the gateway, beside an answer, which version the answer tells of. */
export function activeInstructions(
  { taskId }: DocumentKey,
  { version }: Pick<Version, 'version'>,
): Record<string, string> {
  return { [INTERNAL_HEADERS.activeInstructions]: writeActiveInstructions({ taskId, version }) };
}
