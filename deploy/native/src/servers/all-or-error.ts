/**
 * Waits for all of them, also where one fails: nothing goes on behind our back.
 *
 * @throws what the first one threw
 */
export async function allOrError<const T extends readonly unknown[]>(
  running: T,
): Promise<{ -readonly [N in keyof T]: Awaited<T[N]> }> {
  await Promise.allSettled(running);
  return Promise.all(running);
}
