let ownTab: string | null = null;

/**
 * The name of a lock that this tab holds as long as it lives; null until it does. Browsers have locks only on https and
 * on localhost.
 */
export function tabLock(): string | null {
  return ownTab;
}

export function holdTabLock(): void {
  if (!hasLocks() || ownTab !== null) return;
  const name = `output-review.tab.${crypto.randomUUID()}`;
  void navigator.locks.request(name, () => {
    ownTab = name;
    return new Promise(() => {});
  });
}

/** Runs once the tab with a lock is gone, in one other tab at a time. */
export async function afterTab(lock: string, run: () => Promise<void>): Promise<void> {
  if (hasLocks()) await navigator.locks.request(lock, run);
}

function hasLocks(): boolean {
  return 'locks' in navigator;
}
