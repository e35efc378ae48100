/** Caller-chosen ids of outputs are unique inside a workspace only. */
export interface OutputRef {
  readonly workspaceId: string;
  readonly logId: string;
}

/** What a person said of an output when deciding it, or to teach. */
export interface OutputComment extends OutputRef {
  /** The number of the event among those about the output. */
  readonly sequence: number;
  readonly projectId: string;
  readonly taskId: string;
  readonly comment: string;
  readonly by: string;
}

/** What a workspace wants, as far as it was told. */
export interface WorkspaceSettings {
  settingsOf(workspaceId: string): Promise<{ readonly queueDecisionComments: boolean }>;
}

/** Drops the links to outputs that are deleted, also those that come later. */
export type UnlinkOutputs = (outputs: readonly OutputRef[]) => Promise<void>;
