import type { FileData, JudgedContentData } from '@output-review/contracts';

/** What an evaluation of an output goes by. */
export interface RunContent {
  readonly content: JudgedContentData;
  readonly attachments: FileData[];
}

/** What rules may read of an output, and whose rules they are. */
export interface JudgedOutput extends RunContent {
  readonly projectId: string;
  readonly taskId: string | null;
}
