import type { FileData, JudgedContentData } from '@output-review/contracts';

import type { RulePlace } from '../../domain/rule.ts';
import type { RunRef } from './evaluation-store.ts';

/** A run of the rules that is to be made. */
export interface RequestedRun extends RunRef, RulePlace {
  readonly content: JudgedContentData;
  readonly files: readonly FileData[];
  readonly traceparent: string | null;
}
