/** An answer that did not come in time. It may have its effect all the same. */
class LateAnswer extends Error {
  // As the time limits of the platform are called, so that it counts as an outage like theirs.
  override readonly name = 'TimeoutError';
}

/** Settles as the work does, or rejects with LateAnswer once it has taken longer than that. */
export async function withinBudget<T>(budgetMs: number, work: Promise<T>): Promise<T> {
  // Nobody waits for it any more when it fails late.
  work.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new LateAnswer(`No answer within ${budgetMs} ms`));
    // After what has arrived meanwhile was read: where this process itself stood still, the answer
    // is there, and nobody was slow.
    timer = setTimeout(() => setImmediate(giveUp), budgetMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
