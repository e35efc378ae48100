import { useState } from 'react';

/**
 * A text that somebody types, kept in this tab until it is sent: it outlives a reload and an ended
 * session. Empty where nothing was typed.
 */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const key = `output-review.draft.${name}`;
  const [draft, setDraft] = useState({ key, text: sessionStorage.getItem(key) ?? '' });
  const text = draft.key === key ? draft.text : (sessionStorage.getItem(key) ?? '');
  const change = (next: string): void => {
    setDraft({ key, text: next });
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return [text, change];
}
