import { useState } from 'react';

import type { Owner } from './connection.ts';
import { useSession } from './session.ts';
import { keepText, makeStore, useStore } from './store.ts';

/** Drafts typed on this page, by key. Drafts from before a reload are only in the storage. */
const typed = makeStore<ReadonlyMap<string, string>>(new Map());

/**
 * A draft of a person in a workspace, kept in this tab until it is sent. It survives a reload and an ended session.
 * Empty if there is none.
 */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const { workspace, user } = useSession();
  const key = keyOf({ workspaceId: workspace.id, userId: user.id }, name);
  useStore(typed);
  return [read(key), (next) => write(key, next)];
}

/** A draft that starts as an existing text and returns it until the user edits. */
export function useDraftOf(original: string, name: string) {
  const [draft, setDraft] = useDraft(name);
  // The storage cannot tell an empty draft from none.
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

/** Replaces a draft, unless it was edited since. @returns whether it was replaced. */
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

// Output IDs are unique within a workspace only.
function keyOf({ workspaceId, userId }: Owner, name: string): string {
  return `output-review.draft.${workspaceId}.${userId}.${name}`;
}

function read(key: string): string {
  return typed.get().get(key) ?? sessionStorage.getItem(key) ?? '';
}

function write(key: string, text: string): void {
  typed.set(new Map(typed.get()).set(key, text));
  if (text === '') sessionStorage.removeItem(key);
  // If the storage is full, the draft lasts only as long as this page.
  else keepText(sessionStorage, key, text);
}
