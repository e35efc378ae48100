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
