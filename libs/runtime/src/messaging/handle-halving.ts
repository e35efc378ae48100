export interface HalvingSteps<E> {
  readonly handle: (part: readonly E[]) => Promise<void>;
  /** Whether what `handle` threw tells of the events; if not, it is thrown on. */
  readonly isFault: (error: unknown) => boolean;
  /** Takes an event that `handle` refuses even alone, and how often it had it. */
  readonly refuse: (event: E, error: unknown, attempts: number) => Promise<void>;
}

/**
 * Handles a batch; one that fails is halved until the bad event stands alone, which for one bad among
 * 500 takes some twenty calls. The order of the events stays.
 */
export async function handleHalving<E>(
  batch: readonly E[],
  steps: HalvingSteps<E>,
  attempt = 1,
): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  try {
    await steps.handle(batch);
  } catch (error) {
    if (!steps.isFault(error)) throw error;
    if (batch.length === 1) {
      await steps.refuse(first, error, attempt);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await handleHalving(batch.slice(0, middle), steps, attempt + 1);
    await handleHalving(batch.slice(middle), steps, attempt + 1);
  }
}
