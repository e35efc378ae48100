/** A file that can be read: of an output, or an upload that no output has yet. */
export interface MediaFile {
  readonly workspaceId: string;
  readonly key: string;
  readonly objectKey: string;
  /** The real name. */
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}
