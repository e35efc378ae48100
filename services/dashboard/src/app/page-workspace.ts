import { makeStore } from './store.ts';

let loadedFor: string | null = null;

/** The workspace that the page was loaded for; null where nobody has signed in yet. */
export function pageWorkspace(): string | null {
  return loadedFor;
}

/** It stays the same until the page is loaded anew, or somebody has to sign in first. */
export function loadPageFor(workspaceId: string | null): void {
  if (workspaceId === null || loadedFor === null) loadedFor = workspaceId;
}

/** Whether the session was switched to another workspace, by another tab. The dialog shows as long as it is so. */
export const isElsewhere = makeStore(false);
