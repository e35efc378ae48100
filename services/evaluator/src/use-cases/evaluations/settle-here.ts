import type { ExactRule } from '../../domain/compile-rule.ts';
import type { JudgedOutput } from '../../domain/judged-output.ts';
import type { Settlement } from '../../domain/settlement.ts';
import type { TextScanner } from '../../domain/text-scan/text-scanner.ts';
import type { Turns } from './turns.ts';

/** How a rule ended, and how long that took. */
export interface SettledRule {
  readonly settlement: Settlement;
  readonly latencyMs: number;
}

interface SettleHereDeps {
  /** Null where the rules look for nothing. */
  readonly scanner: TextScanner | null;
  readonly turns: Turns;
}

/**
 * Settles rules one after the other, with what one scan has found for all of them.
 *
 * @returns how each of them ended; null for those that would take long
 */
export async function settleHere(
  rules: readonly ExactRule[],
  output: JudgedOutput,
  { scanner, turns }: SettleHereDeps,
): Promise<(SettledRule | null)[]> {
  const { scanned, scanMsEach } = await scan(output, scanner, turns);
  const settled: (SettledRule | null)[] = [];
  let beganMs = turns.readMs();
  for (const rule of rules) {
    const settlement = rule.settle(scanned);
    const endedMs = turns.readMs();
    const ownMs = endedMs - beganMs + (rule.sought ? scanMsEach : 0);
    settled.push(settlement && { settlement, latencyMs: ownMs });
    const pause = turns.pauseAt(endedMs);
    if (pause) await pause;
    beganMs = pause ? turns.readMs() : endedMs;
  }
  return settled;
}

/** The time of the scan is divided among what it looked for. */
async function scan(
  output: JudgedOutput,
  scanner: TextScanner | null,
  turns: Turns,
): Promise<{ readonly scanned: JudgedOutput; readonly scanMsEach: number }> {
  if (!output.text || !scanner) return { scanned: output, scanMsEach: 0 };
  const { result: finds, ownMs } = await turns.take(scanner.scan(output.text));
  return { scanned: { ...output, finds }, scanMsEach: ownMs / Math.max(1, scanner.size) };
}
