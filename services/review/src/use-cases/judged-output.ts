import type { FileData, JudgedContentData } from '@output-review/contracts';

/** What an evaluation of an output goes by. */
export interface RunContent {
  readonly content: JudgedContentData;
  readonly attachments: readonly FileData[];
}

/** What rules may read of an output, and whose rules they are. */
export interface JudgedOutput {
  readonly projectId: string;
  readonly taskId: string | null;
  readonly content: JudgedContentData;
}
