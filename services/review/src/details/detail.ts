import type { ApprovalBar, AppliedRule } from '@output-review/contracts';

import type { Context } from '../context.ts';
import { findBar } from '../decisions/approvals.ts';
import type { Decider } from '../decisions/corrections.ts';
import { strictest } from '../outputs/approvals.pure.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { noSuchOutput } from '../outputs/seen.ts';
import { countTurns, findDetail, findNamesOf, type FoundDetail } from './detail.sql.ts';
import type { RuleText } from './rule-versions.ts';
import { VALUES_BYTES_MAX, versionsByOutcome } from './rule-values.pure.ts';

export interface ReadOutput {
  readonly output: FoundDetail;
  readonly turns: ReadonlyMap<string, number>;
  readonly versions: ReadonlyMap<string, RuleText>;
  readonly names: ReadonlyMap<string, string>;
  /** Why the viewer may not approve it, null if they may. */
  readonly bar: ApprovalBar | null;
}

/** One output with the texts of its rules. @throws AppError NOT_FOUND. */
export async function readOutput(
  ctx: Context,
  key: OutputKey,
  viewer: Decider,
): Promise<ReadOutput> {
  const { db, log, ruleVersions } = ctx;
  const { assertion } = viewer;
  const output = await findDetail(db, key);
  if (!output) throw noSuchOutput();
  const { workspaceId, sessionId, applied, shadow } = output;
  const textsOf = (rules: readonly AppliedRule[]) =>
    ruleVersions.lookUpTexts(
      { workspaceId, assertion },
      versionsByOutcome(rules),
      VALUES_BYTES_MAX,
    );
  const [turns, live, beside, bar] = await Promise.all([
    countTurns(db, workspaceId, sessionId === null ? [] : [sessionId]),
    textsOf(applied),
    textsOf(shadow).catch((err: unknown) => {
      log.warn(
        { err, id: key.id },
        'output shown without its shadow rules: their texts are unavailable',
      );
      return new Map<string, RuleText>();
    }),
    barOf(ctx, output, viewer),
  ]);
  const versions = new Map([...live, ...beside]);
  const ids = [...versions.values()].flatMap(({ projectId, taskId }) => [projectId, taskId]);
  const names = await findNamesOf(
    db,
    workspaceId,
    ids.filter((id) => id !== null),
  );
  return { output, turns, versions, names, bar };
}

/**
 * Asks the gateway only if several approvals are needed. If that fails, the output is still shown, and a decision is
 * checked anyway.
 */
async function barOf(
  ctx: Context,
  { workspaceId, id, humanDecision, approvals }: FoundDetail,
  viewer: Decider,
): Promise<ApprovalBar | null> {
  const demand = approvals && strictest(approvals.submitted, approvals.ruled);
  if (!demand || humanDecision !== null) return null;
  const finding = findBar(ctx, { workspaceId, id, approvals: demand }, viewer);
  return finding.catch((err: unknown) => {
    ctx.log.warn(
      { err, id },
      'output shown without whether the viewer may approve: the approvers are unavailable',
    );
    return null;
  });
}
