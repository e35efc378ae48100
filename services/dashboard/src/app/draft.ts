import { useState } from 'react';

import type { Owner } from './connection.ts';
import { keepText } from './keep-text.ts';
import { useSession } from './session.ts';
import { makeStore, useStore } from './store.ts';

/** What was typed on this page, by its key; what was typed before stands in the storage alone. */
const typed = makeStore<ReadonlyMap<string, string>>(new Map());

/**
 * A text that somebody types in a workspace, kept in this tab until it is sent: it outlives a reload and an
 * ended session. Empty where nothing was typed.
 */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const { workspace, user } = useSession();
  const key = keyOf({ workspaceId: workspace.id, userId: user.id }, name);
  useStore(typed);
  return [read(key), (next) => write(key, next)];
}

/** A draft that begins as a text that there is: it says that until something is typed. */
export function useDraftOf(original: string, name: string) {
  const [draft, setDraft] = useDraft(name);
  // A draft that is empty is none.
  const [isEmptied, setEmptied] = useState(false);
  const edit = (text: string): void => {
    setDraft(text);
    setEmptied(text === '');
  };
  const forget = (): void => {
    setDraft('');
    setEmptied(false);
  };
  return { text: draft === '' && !isEmptied ? original : draft, edit, forget };
}

/** Has a draft say something else, but where something was typed into it since. @returns whether it does. */
export function replaceDraft(
  owner: Owner,
  name: string,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  const key = keyOf(owner, name);
  if (read(key) !== from) return false;
  write(key, to);
  return true;
}

// Ids of outputs are those of a workspace only.
function keyOf({ workspaceId, userId }: Owner, name: string): string {
  return `output-review.draft.${workspaceId}.${userId}.${name}`;
}

function read(key: string): string {
  return typed.get().get(key) ?? sessionStorage.getItem(key) ?? '';
}

function write(key: string, text: string): void {
  typed.set(new Map(typed.get()).set(key, text));
  if (text === '') sessionStorage.removeItem(key);
  // Where there is no room for it, it stands on this page alone.
  else keepText(sessionStorage, key, text);
}
