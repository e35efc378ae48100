/** The files of one submission, and the attempt to accept it that takes them in. */
export interface FileClaim {
  readonly workspaceId: string;
  readonly outputId: string;
  /** A UUID. */
  readonly attempt: string;
}
