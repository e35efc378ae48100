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

/** Somebody whose session ended while requests wait. */
interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/** Those who wait for a sign-in; null where nobody does. The dialog shows as long as there is one. */
export const waitingForSignIn = makeStore<Waiting | null>(null);

/** Opens the dialog, once for all requests; settles when somebody has signed in. */
export function askToSignIn(): Promise<void> {
  const waiting = waitingForSignIn.get();
  if (waiting) return waiting.promise;
  const { promise, resolve } = makeSignal();
  waitingForSignIn.set({ promise, resolve });
  return promise;
}

export function tellSignedIn(): void {
  const waiting = waitingForSignIn.get();
  waitingForSignIn.set(null);
  waiting?.resolve();
}

function makeSignal(): Waiting {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

interface PageOwner {
  readonly userId: string;
  readonly workspaceId: string;
}

let loadedFor: PageOwner | null = null;

/** The person and the workspace that the page was loaded for; null where nobody has signed in yet. */
export function pageOwner(): PageOwner | null {
  return loadedFor;
}

/** It stays the same until the page is loaded anew, or somebody has to sign in first. */
export function loadPageFor(owner: PageOwner | null): void {
  if (owner === null || loadedFor === null) loadedFor = owner;
}

/** They have a write refused where the session is of another person or workspace by now. */
export function headersFor(owner: PageOwner | null): Readonly<Record<string, string>> {
  return owner ? { 'x-workspace': owner.workspaceId, 'x-user': owner.userId } : {};
}

/** Whether the session was switched to another workspace, by another tab. The dialog shows as long as it is so. */
export const isElsewhere = makeStore(false);

/** Whether that is so because somebody else has signed in. */
export const isSomebodyElse = makeStore(false);
