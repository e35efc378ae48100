import type { InstructionsSource } from '@output-review/contracts';

/** A document is that of a task in a project. */
export interface DocumentKey {
  readonly workspaceId: string;
  readonly projectId: string;
  readonly taskId: string;
}

/** Who wrote a version, and why. */
export interface VersionOrigin {
  readonly source: InstructionsSource;
  readonly createdBy: string;
  readonly teachComment: string | null;
  /** The output that gave rise to it. */
  readonly logId: string | null;
}

/** A version, but for its text. Versions are added and never changed. */
export interface Version extends VersionOrigin {
  readonly version: number;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
  readonly createdAt: Date;
}

/** One text for a key: what events are keyed by. */
export function documentKeyText({ workspaceId, projectId, taskId }: DocumentKey): string {
  return `${workspaceId}/${projectId}/${taskId}`;
}
