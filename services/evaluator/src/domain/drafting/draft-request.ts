/** A text and what people say of it. */
export interface DraftMaterial {
  readonly content: string;
  /** Cited by their places, counted from 1. */
  readonly notes: readonly { readonly comment: string; readonly author: string | null }[];
}

export interface DraftRequest extends DraftMaterial {
  readonly workspaceId: string;
  /** How long the draft may be, in bytes of UTF-8. */
  readonly bytesMax: number;
}
