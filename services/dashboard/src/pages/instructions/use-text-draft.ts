import { useMemo, useState } from 'react';

import { useDraft } from '../../app/draft.ts';
import type { Suggestion } from './queries.ts';
import type { DocumentNames } from './search.ts';
import { readTextDraft, type TextDraft } from './text-draft.ts';

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

interface SuggestedText {
  /** As the model wrote it, or as somebody edited it since. */
  readonly text: string;
  readonly isEdited: boolean;
  readonly edit: (text: string) => void;
  /** Goes back to what the model wrote. */
  readonly undo: () => void;
}

/** The text of a suggestion, with what was edited in it kept in this tab. */
export function useSuggestedText({ id, content }: Suggestion): SuggestedText {
  const [edited, setEdited] = useDraft(`suggestion.${id}`);
  // A draft that is empty is none.
  const [isEmptied, setEmptied] = useState(false);
  const drafted = content ?? '';
  const text = edited === '' && !isEmptied ? drafted : edited;
  return {
    text,
    isEdited: text !== drafted,
    edit(next) {
      setEdited(next);
      setEmptied(next === '');
    },
    undo() {
      setEdited('');
      setEmptied(false);
    },
  };
}
