import type { JudgedContentData } from '@output-review/contracts';

/** What rules may read of an output, and whose rules they are. */
export interface JudgedOutput {
  readonly projectId: string;
  readonly taskId: string | null;
  readonly content: JudgedContentData;
}
