import { useMemo } from 'react';

import { useDraft, useDraftOf } from '../../app/draft.ts';
import type { CurrentText, Suggestion } from './queries.ts';
import type { DocumentNames } from './search.ts';

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

export interface KeptTextDraft {
  /** Null while nobody writes. */
  readonly draft: TextDraft | null;
  /** Null puts it away. */
  readonly keep: (draft: TextDraft | null) => void;
}

/** The version that somebody writes, kept in this tab until it is saved or put away. */
export function useTextDraft({ project, task }: DocumentNames): KeptTextDraft {
  const document = JSON.stringify([project, task]);
  const [kept, setKept] = useDraft(`instructions.${document}`);
  const draft = useMemo(() => readTextDraft(kept), [kept]);
  return {
    draft,
    keep: (next) => setKept(next === null ? '' : JSON.stringify(next)),
  };
}

/** The text of a suggestion, as the model wrote it or as somebody edited it since, which is kept in this tab. */
export function useSuggestedText({ id, content }: Suggestion) {
  const drafted = content ?? '';
  const edited = useDraftOf(drafted, `suggestion.${id}`);
  return { ...edited, isEdited: edited.text !== drafted };
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

// As the API takes it: 256 KiB.
const TEXT_BYTES_MAX = 262_144;

/** Whether a text is longer than instructions may be. */
export function isTextTooLong(text: string): boolean {
  return new TextEncoder().encode(text).length > TEXT_BYTES_MAX;
}

/**
 * The one draft to be shown: what is being written or waits, else what came to nothing last, until
 * somebody puts it away.
 *
 * @param suggestions newest first.
 */
export function findOpenSuggestion(suggestions: readonly Suggestion[]): Suggestion | null {
  const open = suggestions.find(({ state }) => state === 'drafting' || state === 'ready');
  if (open) return open;
  const [newest] = suggestions;
  return newest?.state === 'failed' || newest?.state === 'stale' ? newest : null;
}
