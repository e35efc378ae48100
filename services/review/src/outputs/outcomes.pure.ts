import type { DecisionSource, Label, LabelSource, Stratum } from '@output-review/contracts';

import { type CurrentDecision, isSetAside, type Output } from './output.pure.ts';

/** The position of an output in `outcome_counts`, once for live rules and once for shadow rules. */
export interface CountedOutcomes {
  readonly workspaceId: string;
  readonly timestamp: Date;
  readonly projectId: string;
  readonly taskId: string;
  readonly outcomeSet: string;
  readonly stratum: Stratum;
  /** Of passed outputs, 0 if nothing is sampled. */
  readonly sampleRate: number;
  readonly label: Label;
  readonly labelSource: LabelSource | '';
  readonly isSample: boolean;
}

/** Empty for an output that is pending, had no rules, or whose submission is unreadable. */
export function outcomesOf(output: Output): CountedOutcomes[] {
  const { workspaceId, timestamp, projectId, taskId, status } = output;
  if (status === 'pending' || isSetAside(output)) return [];
  const stratum = stratumOf(output);
  const label = labelOf(output);
  const isPass = stratum === 'passed';
  const counted = {
    ...{ workspaceId, timestamp, projectId, taskId: taskId ?? '', stratum, label },
    sampleRate: isPass ? (output.sampleRate ?? 0) : 0,
    labelSource: output.labelSource ?? ('' as const),
    isSample: label !== 'none' && isPass && output.isSampled,
  };
  return [output.outcomeSet, output.shadowSet]
    .filter((outcomeSet) => outcomeSet !== null)
    .map((outcomeSet) => ({ ...counted, outcomeSet }));
}

/** How people come to see an output. Keep in sync with the intake statements. */
function stratumOf({ requireApproval, verdict, isFlagged }: Output): Stratum {
  if (requireApproval || verdict !== 'pass') return 'held';
  return isFlagged ? 'flagged' : 'passed';
}

function labelOf({ labelSource, decision }: Output): Label {
  if (labelSource === null || decision === null) return 'none';
  return decision.decision === 'approved' ? 'good' : 'bad';
}

/** How a decision was made, which distinguishes labels. */
export interface Labelling extends Pick<CurrentDecision, 'decision'> {
  readonly source: DecisionSource;
  readonly isBulk?: boolean | undefined;
}

/** How a decision labels an output, null if it says nothing about the output. */
export function labelSourceOf(
  output: Pick<Output, 'projectId' | 'isImported'>,
  { decision, source, isBulk }: Labelling,
): LabelSource | null {
  // No one has seen the content of an unreadable submission.
  if (decision === 'handled' || source === 'deadline' || isSetAside(output)) return null;
  if (source === 'api' && output.isImported) return 'imported';
  return isBulk ? 'bulk' : 'reviewed';
}
