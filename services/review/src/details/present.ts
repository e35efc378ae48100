import {
  type OUTPUT_COLUMNS,
  type OutputDetail,
  presentJudging,
  type WorkspacePrincipal,
} from '@output-review/contracts';
import { type Encryptor, openOrNull } from '@output-review/runtime';
import type { Static, TObject } from '@sinclair/typebox';

import { presentApprovals } from '../outputs/approvals.pure.ts';
import type { FoundDetail } from './detail.sql.ts';
import type { ReadOutput } from './detail.ts';
import { showCallbackUrl } from './details.pure.ts';
import type { FoundOutput } from './listed.sql.ts';
import type { RuleText } from './rule-versions.ts';
import { LEFT_OUT } from './rule-values.pure.ts';

export type OutputAnswer = Static<TObject<typeof OUTPUT_COLUMNS>>;

type DetailAnswer = Static<typeof OutputDetail>;
type AppliedAnswer = DetailAnswer['appliedRules'][number];

export interface Viewer {
  readonly principal: WorkspacePrincipal;
  readonly encryptor: Pick<Encryptor, 'open'>;
}

export function presentOutput(
  output: FoundOutput,
  turns: ReadonlyMap<string, number>,
  viewer: Viewer,
): OutputAnswer {
  const { sessionId } = output;
  return {
    id: output.id,
    timestamp: output.timestamp.toISOString(),
    projectId: output.projectId,
    projectName: output.projectName,
    taskName: output.taskName,
    sessionId,
    subjectId: output.subjectId,
    actorId: output.actorId,
    model: output.model,
    status: output.status,
    instructionsVersion: output.instructionsVersion,
    latencyMs: output.latencyMs,
    costUsd: output.costUsd,
    verdict: output.verdict,
    confidenceScore: output.confidenceScore,
    humanDecision: output.humanDecision,
    decidedAt: output.decidedAt?.toISOString() ?? null,
    decidedBy: output.decidedBy,
    decisionSource: output.decisionSource,
    callbackUrl: presentCallbackUrl(output.callbackUrlSealed, viewer),
    metadata: output.metadata,
    tags: output.tags ?? [],
    input: output.input,
    output: output.output,
    excerpt: output.excerpt,
    explanation: output.explanation,
    respondBy: output.dueAt?.toISOString() ?? null,
    sampled: output.sampled,
    claimedBy: output.claimedBy,
    claimedUntil: output.claimedUntil?.toISOString() ?? null,
    assignee: output.assignee,
    approvals: presentApprovals(output.approvals, viewer.principal),
    // The number of outputs in the session may have changed since. The shown output always counts.
    sessionTurnCount: sessionId === null ? 1 : Math.max(1, turns.get(sessionId) ?? 1),
  };
}

/** The part of a callback URL that the viewer may see. Null also if the key is lost. */
export function presentCallbackUrl(sealed: string | null, viewer: Viewer): string | null {
  const url = sealed === null ? null : openOrNull(viewer.encryptor, sealed);
  return showCallbackUrl(url, viewer.principal);
}

export function presentDetail(
  { output, turns, versions, names, bar }: ReadOutput,
  viewer: Viewer,
): DetailAnswer {
  const standing = output.decisions.find(({ clearedAt }) => clearedAt === null);
  return {
    ...presentOutput(output, turns, viewer),
    workspaceId: output.workspaceId,
    createdAt: output.createdAt.toISOString(),
    submittedBy: output.submittedBy,
    confidence: output.confidence,
    callbackEvents: output.callbackEvents,
    requireApproval: output.requireApproval,
    action: output.action,
    aiAction: output.action,
    revisionOf: output.revisionOf,
    revisions: [...output.revisions],
    flaggedBy: output.flaggedBy,
    flagReason: output.flagReason,
    comment: standing?.comment ?? null,
    correctedOutput: standing?.correctedOutput ?? null,
    correctedAction: standing?.correctedAction ?? null,
    reasonIds: [...(standing?.reasonIds ?? [])],
    mayNotApprove: bar,
    onDeadline: output.onDeadline,
    escalatedAt: output.escalatedAt?.toISOString() ?? null,
    mediaBytes: output.attachments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    attachments: output.attachments.map((file) => ({ ...file, url: `/api/media/${file.key}` })),
    decisions: [...output.decisions],
    appliedRules: [
      ...presentApplied(output.applied, versions, names),
      ...presentApplied(output.shadow, versions, names).map((rule) => ({ ...rule, shadow: true })),
    ],
  };
}

/** Leaves out a version whose texts are gone because the rules of its workspace were erased. */
function presentApplied(
  applied: FoundDetail['applied'],
  versions: ReadonlyMap<string, RuleText>,
  names: ReadonlyMap<string, string>,
): AppliedAnswer[] {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return applied.flatMap((rule) => {
    const version = versions.get(rule.ruleVersionId);
    if (!version) return [];
    return [
      {
        ...presentText(version),
        projectName: nameOf(version.projectId),
        taskName: nameOf(version.taskId),
        outcome: rule.outcome,
        summary: rule.summary,
        evaluator: rule.evaluator,
        latencyMs: rule.latencyMs,
        shadow: false,
        ...presentJudging(rule),
      },
    ];
  });
}

function presentText(text: RuleText) {
  const { ruleId, ruleVersion, ruleName, ruleType, ruleValue, scope } = text;
  return { ruleId, ruleVersion, ruleName, ruleType, ruleValue: ruleValue ?? LEFT_OUT, scope };
}
