import { makeStore } from './store.ts';

/** Whether the service answers; told by every request. */
export const isAway = makeStore(false);

// What a proxy says of a service that is not there, and what the gateway says of one behind it.
const AWAY_STATUSES = new Set([502, 503, 504]);

export function reportAnswer(status: number): void {
  if (AWAY_STATUSES.has(status)) reportSilence();
  else isAway.set(false);
}

export function reportSilence(): void {
  if (isAway.get()) return;
  isAway.set(true);
  void askUntilBack();
}

/** Looks whether the service answers, where there is a sign that it does not. */
export async function checkConnection(): Promise<void> {
  if (!isAway.get()) reportAnswer(await askStatus());
}

const ASK_EVERY_MS = 2_000;

/** Nobody else may ask anything for a while: the banner goes when the service is back. */
async function askUntilBack(): Promise<void> {
  while (isAway.get()) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    if (!AWAY_STATUSES.has(await askStatus())) isAway.set(false);
  }
}

function askStatus(): Promise<number> {
  return fetch('/api/auth/get-session').then(
    (response) => response.status,
    () => 503,
  );
}

/** Whether requests of a session that has ended wait for a sign-in. The dialog shows as long as it is so. */
export const isSignInAsked = makeStore(false);

/** Opens the dialog, once for all requests; settles when somebody has signed in. */
export function askToSignIn(): Promise<void> {
  isSignInAsked.set(true);
  return new Promise((resolve) => {
    const stop = isSignInAsked.subscribe(() => {
      stop();
      resolve();
    });
  });
}

/** Whose a page is, with all that was typed and decided on it: another person at the same browser must not send it. */
export interface Owner {
  readonly userId: string;
  readonly workspaceId: string;
}

let loadedFor: Owner | null = null;

/** The person and the workspace that the page was loaded for; null where nobody has signed in yet. */
export function pageOwner(): Owner | null {
  return loadedFor;
}

/** It stays the same until the page is loaded anew, or somebody has to sign in first. */
export function loadPageFor(owner: Owner | null): void {
  if (owner === null || loadedFor === null) loadedFor = owner;
}

/** They have a write refused where the session is of another person or workspace by now. */
export function headersFor(owner: Owner | null): Readonly<Record<string, string>> {
  return owner ? { 'x-workspace': owner.workspaceId, 'x-user': owner.userId } : {};
}

/** Whether the session was switched to another workspace, by another tab. The dialog shows as long as it is so. */
export const isElsewhere = makeStore(false);

/** Whether that is so because somebody else has signed in. */
export const isSomebodyElse = makeStore(false);
