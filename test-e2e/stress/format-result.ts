import { VIOLATION_KINDS } from './find-violations.ts';
import { VICTIMS } from './kill-plan.ts';
import type { StressResult } from './run-stress.ts';

const EXAMPLES_MAX = 5;

/** Formats the result as a table, with examples of violations. */
export function formatResult(result: StressResult): string {
  const { submitted, answered, decided, killed, clients, drainedMs, violations } = result;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const count = (...kinds: readonly (typeof VIOLATION_KINDS)[number][]): number =>
    violations.filter(({ kind }) => kinds.includes(kind)).length;
  const rows = [
    ['submitted, answered', `${submitted}, ${answered}`],
    ['decisions answered', String(decided)],
    ['killed', formatKills(killed)],
    ['calls without an answer, repeated', String(clients.unanswered)],
    ['503 with Retry-After, repeated', String(clients.unavailable)],
    ['longest gap seen by clients', seconds(clients.longestGapMs)],
    ['drained after the last answer', seconds(drainedMs)],
    ['lost', String(count('lost', 'not answered', 'decision lost'))],
    ['not announced', String(count('verdict not announced', 'decision not announced'))],
    ['doubled', String(count('doubled', 'two verdicts', 'two decisions'))],
    ['pending for ever', String(count('pending for ever'))],
    ['let through or judged wrongly', String(count('let through', 'wrong verdict'))],
    ['answers that should not be', String(count('wrong answer', 'counts differ'))],
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return [...table, '', ...formatViolations(result)].join('\n');
}

function formatKills(killed: StressResult['killed']): string {
  const parts = VICTIMS.filter((victim) => killed.has(victim)).map(
    (victim) => `${victim} ${killed.get(victim)}`,
  );
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

function formatViolations({ violations }: StressResult): string[] {
  if (violations.length === 0) return ['All guarantees held.'];
  const lines = VIOLATION_KINDS.flatMap((kind) => {
    const ofKind = violations.filter((violation) => violation.kind === kind);
    if (ofKind.length === 0) return [];
    const examples = ofKind.slice(0, EXAMPLES_MAX).map(({ what }) => what);
    return [`  ${kind}: ${ofKind.length}, such as ${examples.join('; ')}`];
  });
  return ['Violated guarantees:', ...lines];
}
