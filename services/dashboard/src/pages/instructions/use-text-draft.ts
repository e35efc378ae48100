import { useMemo } from 'react';

import { useSession } from '../../app/session.ts';
import { useDraft } from '../../decisions/use-draft.ts';
import type { DocumentNames } from './document-search.ts';
import { readTextDraft, type TextDraft } from './text-draft.ts';

export interface KeptTextDraft {
  /** Null while nobody writes. */
  readonly draft: TextDraft | null;
  /** Null puts it away. */
  readonly keep: (draft: TextDraft | null) => void;
}

/** The version that somebody writes, kept in this tab until it is saved or put away. */
export function useTextDraft({ project, task }: DocumentNames): KeptTextDraft {
  const { workspace, user } = useSession();
  const document = JSON.stringify([workspace.id, user.id, project, task]);
  const [kept, setKept] = useDraft(`instructions.${document}`);
  const draft = useMemo(() => readTextDraft(kept), [kept]);
  return {
    draft,
    keep: (next) => setKept(next === null ? '' : JSON.stringify(next)),
  };
}
