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
    ['submitted, accepted', `${submitted}, ${answered}`],
    ['decisions answered', String(decided)],
    ['killed', formatKills(killed)],
    ['calls without a response, retried', String(clients.unanswered)],
    ['503 with Retry-After, retried', String(clients.unavailable)],
    ['longest gap seen by clients', seconds(clients.longestGapMs)],
    ['drained after the last response', seconds(drainedMs)],
    ['lost', String(count('lost', 'not accepted', 'decision lost'))],
    ['events missing', String(count('verdict event missing', 'decision event missing'))],
    ['duplicated', String(count('duplicated', 'two verdicts', 'two decisions'))],
    ['pending forever', String(count('pending forever'))],
    ['wrong verdicts', String(count('not flagged', 'wrong verdict'))],
    ['unexpected responses or counts', String(count('unexpected response', 'counts differ'))],
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
    return [`  ${kind}: ${ofKind.length}, for example ${examples.join('; ')}`];
  });
  return ['Violated guarantees:', ...lines];
}
