import { makeStore } from './store.ts';

/** Whether the service is unreachable; updated by every request. */
export const isAway = makeStore(false);

// A proxy answers these when the service is down, and so does the gateway when a service behind it is.
const AWAY_STATUSES = new Set([502, 503, 504]);

export function reportAnswer(status: number): void {
  if (AWAY_STATUSES.has(status)) reportSilence();
  else isAway.set(false);
}

export function reportSilence(): void {
  if (isAway.get()) return;
  isAway.set(true);
  void pollUntilBack();
}

/** Checks whether the service responds, after a sign that it does not. */
export async function checkConnection(): Promise<void> {
  if (!isAway.get()) reportAnswer(await askStatus());
}

const POLL_EVERY_MS = 2_000;

/**
 * Polls until the service is back, because the page may send no other request for a while. Then the banner disappears.
 */
async function pollUntilBack(): Promise<void> {
  while (isAway.get()) {
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
    if (!AWAY_STATUSES.has(await askStatus())) isAway.set(false);
  }
}

function askStatus(): Promise<number> {
  return fetch('/api/auth/get-session').then(
    (response) => response.status,
    () => 503,
  );
}

/** Whether requests wait for a sign-in because the session has ended. The dialog is open while this is true. */
export const isSignInAsked = makeStore(false);

/** Opens one dialog for all requests. Settles after a sign-in. */
export function askToSignIn(): Promise<void> {
  isSignInAsked.set(true);
  return new Promise((resolve) => {
    const stop = isSignInAsked.subscribe(() => {
      stop();
      resolve();
    });
  });
}

/** The owner of a page and of all input on it. Another person in the same browser must not send that input. */
export interface Owner {
  readonly userId: string;
  readonly workspaceId: string;
}

let loadedFor: Owner | null = null;

/** The person and workspace that the page was loaded for; null before a sign-in. */
export function pageOwner(): Owner | null {
  return loadedFor;
}

/** The owner stays the same until the page reloads or needs a new sign-in. */
export function loadPageFor(owner: Owner | null): void {
  if (owner === null || loadedFor === null) loadedFor = owner;
}

/** With these headers, the service refuses a write if the session has changed its person or workspace. */
export function headersFor(owner: Owner | null): Readonly<Record<string, string>> {
  return owner ? { 'x-workspace': owner.workspaceId, 'x-user': owner.userId } : {};
}

/** Whether another tab switched the session to another workspace. The dialog is open while this is true. */
export const isElsewhere = makeStore(false);

/** Whether another person signed in, rather than the same person switching workspaces. */
export const isSomebodyElse = makeStore(false);
