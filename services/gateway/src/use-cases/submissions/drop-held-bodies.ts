export interface OutputKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** A page of submissions whose body is still here, oldest first. */
export interface BodiesPage {
  readonly keys: readonly OutputKey[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

export interface DropHeldBodiesDeps {
  /** Submissions that are old enough for review to have them, from `after` on. */
  readonly listBodies: (after: string | null) => Promise<BodiesPage>;
  /** Which of them review holds. */
  readonly confirmHeld: (keys: readonly OutputKey[]) => Promise<readonly OutputKey[]>;
  readonly dropBodies: (keys: readonly OutputKey[]) => Promise<void>;
}

/**
 * Drops the bodies of submissions that review holds: until then they are what a read is answered
 * from when its consumer lags. Id, fingerprint and answer stay.
 */
export const makeDropHeldBodies =
  ({ listBodies, confirmHeld, dropBodies }: DropHeldBodiesDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    let after: string | null = null;
    while (!signal.aborted) {
      const page = await listBodies(after);
      if (page.keys.length === 0) return;
      const held = await confirmHeld(page.keys);
      if (held.length > 0) await dropBodies(held);
      if (page.next === null) return;
      after = page.next;
    }
  };
