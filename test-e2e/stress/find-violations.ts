import type { Decided } from './decide-flagged.ts';
import type { PlannedOutput } from './planned-output.ts';
import type { PublishedEvents } from './read-events.ts';
import type { StoredOutput, StoredOutputs } from './read-outputs.ts';

/** All evidence of a finished run. */
export interface Evidence {
  readonly planned: readonly PlannedOutput[];
  /** IDs whose submission was accepted. */
  readonly answered: ReadonlySet<string>;
  /** Decisions that were answered, and the number of decisions that each output shows. */
  readonly decided: Decided;
  readonly decisionCounts: ReadonlyMap<string, number>;
  readonly stored: StoredOutputs;
  readonly events: PublishedEvents;
  /** Responses that no client should get. */
  readonly wrongAnswers: ReadonlyMap<string, number>;
}

/** A violated guarantee and its evidence. */
export interface Violation {
  readonly kind: ViolationKind;
  /** The output, or other evidence. */
  readonly what: string;
}

export const VIOLATION_KINDS = [
  'not accepted',
  'lost',
  'duplicated',
  'pending forever',
  'wrong verdict',
  'not flagged',
  'verdict event missing',
  'two verdicts',
  'decision lost',
  'decision event missing',
  'two decisions',
  'counts differ',
  'unexpected response',
] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

/** Checks a run against the guarantees of the service. Empty if none is violated. */
export function findViolations(evidence: Evidence): readonly Violation[] {
  const byId = groupById(evidence.stored.outputs);
  return [
    ...evidence.planned.flatMap((plan) => checkOutput(plan, byId.get(plan.id) ?? [], evidence)),
    ...[...evidence.decided].flatMap(([id, decision]) =>
      checkDecision({ id, decision }, byId.get(id) ?? [], evidence),
    ),
    ...checkEvents(evidence),
    ...checkCounts(evidence),
    ...[...evidence.wrongAnswers].map(([answer, times]) => ({
      kind: 'unexpected response' as const,
      what: `${answer} (${times} times)`,
    })),
  ];
}

function checkOutput(
  { id, status }: PlannedOutput,
  stored: readonly StoredOutput[],
  { answered, events }: Evidence,
): Violation[] {
  const violation = (kind: ViolationKind): Violation => ({ kind, what: id });
  if (!answered.has(id)) return [violation('not accepted')];
  const [output] = stored;
  if (!output) return [violation('lost')];
  const violations: Violation[] = [];
  if (stored.length > 1) violations.push(violation('duplicated'));
  if (output.status === 'pending') return [...violations, violation('pending forever')];
  const verdict = status === 'pass' ? 'pass' : 'fail';
  if (output.verdict !== verdict) {
    violations.push(violation(verdict === 'fail' ? 'not flagged' : 'wrong verdict'));
  }
  if (!events.verdicts.has(`${id}#1`)) violations.push(violation('verdict event missing'));
  return violations;
}

function checkDecision(
  { id, decision }: { readonly id: string; readonly decision: string },
  [output]: readonly StoredOutput[],
  { decisionCounts, events }: Evidence,
): Violation[] {
  const violations: Violation[] = [];
  if (output?.humanDecision !== decision) violations.push({ kind: 'decision lost', what: id });
  const announced = events.decisions.get(id)?.size ?? 0;
  if (announced === 0) violations.push({ kind: 'decision event missing', what: id });
  const times = Math.max(decisionCounts.get(id) ?? 0, announced);
  if (times > 1) violations.push({ kind: 'two decisions', what: id });
  return violations;
}

/** A repeated result has the same name. Another name for the same run is a second verdict. */
function checkEvents({ events }: Evidence): Violation[] {
  return [...events.verdicts].flatMap(([run, names]) => {
    const isFirstRun = run.endsWith('#1');
    return names.size > 1 || !isFirstRun ? [{ kind: 'two verdicts' as const, what: run }] : [];
  });
}

function checkCounts({ stored }: Evidence): Violation[] {
  const { outputs, total, totalRuns } = stored;
  if (outputs.length === total && total === totalRuns) return [];
  const what = `${outputs.length} listed, ${total} found, ${totalRuns} in the summary`;
  return [{ kind: 'counts differ', what }];
}

function groupById(outputs: readonly StoredOutput[]): ReadonlyMap<string, readonly StoredOutput[]> {
  const groups = new Map<string, StoredOutput[]>();
  for (const output of outputs) groups.set(output.id, [...(groups.get(output.id) ?? []), output]);
  return groups;
}
