import { useMemo } from 'react';

import { useDraft, useDraftOf } from '../../app/draft.ts';
import type { CurrentText, Suggestion } from './queries.ts';
import type { DocumentNames } from './search.ts';

/** A version being written. */
export interface TextDraft {
  /** The version that it is based on, or whose changes its author has seen; 0 without one. */
  readonly baseVersion: number;
  readonly text: string;
  readonly reason: string;
  /** The queued notes that it addresses. */
  readonly noteRefs: readonly string[];
}

/** Starts a version from the current text. */
export function draftFrom(current: Pick<CurrentText, 'version' | 'content'> | null): TextDraft {
  return {
    baseVersion: current?.version ?? 0,
    text: current?.content ?? '',
    reason: '',
    noteRefs: [],
  };
}

export interface KeptTextDraft {
  /** Null without a draft. */
  readonly draft: TextDraft | null;
  /** Null discards it. */
  readonly keep: (draft: TextDraft | null) => void;
}

/** The version being written, kept in this tab until it is saved or discarded. */
export function useTextDraft({ project, task }: DocumentNames): KeptTextDraft {
  const document = JSON.stringify([project, task]);
  const [kept, setKept] = useDraft(`instructions.${document}`);
  const draft = useMemo(() => readTextDraft(kept), [kept]);
  return {
    draft,
    keep: (next) => setKept(next === null ? '' : JSON.stringify(next)),
  };
}

/** The text of a suggestion as drafted, or as edited since. Edits are kept in this tab. */
export function useSuggestedText({ id, content }: Suggestion) {
  const drafted = content ?? '';
  const edited = useDraftOf(drafted, `suggestion.${id}`);
  return { ...edited, isEdited: edited.text !== drafted };
}

/** Parses a stored draft; null for none or other content. */
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

// Source: the API contract (256 KiB).
const TEXT_BYTES_MAX = 262_144;

/** Whether a text exceeds the maximum length of instructions. */
export function isTextTooLong(text: string): boolean {
  return new TextEncoder().encode(text).length > TEXT_BYTES_MAX;
}

/**
 * The suggestion to show: one being drafted or ready, otherwise the latest if it failed or is outdated.
 *
 * @param suggestions newest first.
 */
export function findOpenSuggestion(suggestions: readonly Suggestion[]): Suggestion | null {
  const open = suggestions.find(({ state }) => state === 'drafting' || state === 'ready');
  if (open) return open;
  const [newest] = suggestions;
  return newest?.state === 'failed' || newest?.state === 'stale' ? newest : null;
}
