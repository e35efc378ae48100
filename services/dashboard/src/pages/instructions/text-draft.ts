import type { CurrentText } from './document-queries.ts';

/** A new version while somebody writes it. */
export interface TextDraft {
  /** The version that it was begun from, or whose changes its writer has seen; 0 where there was none. */
  readonly baseVersion: number;
  readonly text: string;
  readonly reason: string;
  /** The queued notes that it answers. */
  readonly noteRefs: readonly string[];
}

/** Begins a version from the present text. */
export function draftFrom(current: Pick<CurrentText, 'version' | 'content'> | null): TextDraft {
  return {
    baseVersion: current?.version ?? 0,
    text: current?.content ?? '',
    reason: '',
    noteRefs: [],
  };
}

/** What the browser kept; null where it kept nothing, or something else. */
export function readTextDraft(kept: string): TextDraft | null {
  try {
    const value: unknown = JSON.parse(kept);
    return isTextDraft(value) ? value : null;
  } catch {
    return null;
  }
}

function isTextDraft(value: unknown): value is TextDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { baseVersion, text, reason, noteRefs } = value as Partial<
    Record<keyof TextDraft, unknown>
  >;
  return (
    typeof baseVersion === 'number' &&
    typeof text === 'string' &&
    typeof reason === 'string' &&
    Array.isArray(noteRefs) &&
    noteRefs.every((ref) => typeof ref === 'string')
  );
}
