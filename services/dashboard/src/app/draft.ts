import { useState } from 'react';

import { useSession } from './session.ts';

/**
 * A text that somebody types in a workspace, kept in this tab until it is sent: it outlives a reload and an
 * ended session. Empty where nothing was typed.
 */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const { workspace, user } = useSession();
  // Ids of outputs are those of a workspace only.
  const key = `output-review.draft.${workspace.id}.${user.id}.${name}`;
  const [draft, setDraft] = useState({ key, text: sessionStorage.getItem(key) ?? '' });
  const text = draft.key === key ? draft.text : (sessionStorage.getItem(key) ?? '');
  const change = (next: string): void => {
    setDraft({ key, text: next });
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return [text, change];
}
