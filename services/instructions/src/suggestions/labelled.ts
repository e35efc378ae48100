import {
  INTERNAL_OPERATIONS,
  type LabelCounts,
  type LabelledOutput,
  type SuggestionSource,
} from '@output-review/contracts';
import type { GatewayCaller } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import {
  type DocumentKey,
  type DocumentNames,
  noInstructions,
} from '../documents/documents.pure.ts';
import { findActive } from '../documents/documents.sql.ts';
import { noLabels } from './suggestions.pure.ts';

/** How people decided outputs that ran under the active version. */
export interface Labelled {
  /** The version that was the active one when they were read. */
  readonly version: number;
  readonly decisions: LabelCounts;
  /** The latest of those that were rejected or changed, with their texts. */
  readonly outputs: readonly LabelledOutput[];
}

export interface LabelledQuery {
  readonly key: DocumentKey;
  readonly names: DocumentNames;
  readonly from: SuggestionSource;
}

/**
 * Reads what a draft is to be made from beside notes; null where nobody asked for that.
 *
 * @throws AppError NO_INSTRUCTIONS; NO_LABELS where there would be nothing else to draft from; UNAVAILABLE where
 *   review is away.
 */
export async function readLabelled(
  { db, review }: Context,
  { key, names, from }: LabelledQuery,
  { assertion, requestId }: GatewayCaller,
): Promise<Labelled | null> {
  if (from === 'notes') return null;
  const active = await findActive(db, key);
  if (!active) throw noInstructions(names);
  const { version } = active.version;
  const { counts, outputs } = await review.call(INTERNAL_OPERATIONS.readLabels, {
    ...{ assertion, requestId },
    body: { ...key, sinceVersion: version },
  });
  if (from === 'outputs' && outputs.length === 0) throw noLabels(version);
  return { version, decisions: counts, outputs };
}
