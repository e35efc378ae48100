/**
 * Applies rules to one output after the other, for so long.
 *
 * @returns outputs a second
 */
export async function measureRate(
  apply: (output: string) => Promise<unknown>,
  outputs: readonly string[],
  durationMs: number,
): Promise<number> {
  // Engines make their automata and V8 its code while the first ones pass.
  await runFor(apply, outputs, durationMs / 2);
  return runFor(apply, outputs, durationMs);
}

async function runFor(
  apply: (output: string) => Promise<unknown>,
  outputs: readonly string[],
  durationMs: number,
): Promise<number> {
  const beganAt = performance.now();
  for (let done = 1; ; done += 1) {
    await apply(outputs[(done - 1) % outputs.length] ?? '');
    const elapsedMs = performance.now() - beganAt;
    if (elapsedMs >= durationMs) return (done * 1_000) / elapsedMs;
  }
}
