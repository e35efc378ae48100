import type { FileData, JudgedContentData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { compileRule, type CompiledRule } from '../../domain/compile-rule.ts';
import { type Evaluation, evaluationOf } from '../../domain/evaluation.ts';
import { judgedMaterialOf } from '../../domain/judges/judged-material.ts';
import type { RuleTools } from '../../domain/rule-tools.ts';
import type { RuleContent, RulePlace } from '../../domain/rule.ts';
import type { ApplyRules } from '../evaluations/apply-rules.ts';
import type { RuleSets } from '../evaluations/rule-sets.ts';
import type { JudgeTried } from '../judging/judge-tried.ts';
import { checkRuleValue } from './check-rule-value.ts';
import type { FindValueFault } from './find-value-fault.ts';
import type { PlaceRequest, Registry, RegistryEntry } from './locate-rule.ts';

/** What is tried: a rule that need not exist, or the active rules on a stored or a given text. */
export type DryRun =
  | { readonly kind: 'rule'; readonly rule: TriedRule; readonly on: JudgedContentData | StoredRef }
  | { readonly kind: 'log'; readonly logId: string }
  | {
      readonly kind: 'project';
      readonly project: string;
      readonly task: string | undefined;
      readonly content: JudgedContentData;
    };

/** An output that is stored. */
export interface StoredRef {
  readonly logId: string;
}

export type TriedRule = Pick<RuleContent, 'name' | 'type' | 'value'> &
  PlaceRequest & {
    readonly llmJudgeProvider?: string | undefined;
    readonly llmJudgeModel?: string | undefined;
    readonly judgeFiles?: boolean | undefined;
  };

/** What a stored output is judged by. */
export interface StoredOutput {
  readonly content: JudgedContentData;
  readonly attachments: readonly FileData[];
}

/** There is no such output, or review has not seen it yet. */
export class OutputNotSeen extends AppError {
  readonly id: string;

  constructor(id: string) {
    super('NOT_FOUND', 'There is no such output.');
    this.id = id;
  }
}

/** The outputs of review, asked in the name of the caller. */
export interface Outputs {
  /** @throws OutputNotSeen */
  getJudgedContent(logId: string): Promise<RulePlace & StoredOutput>;
}

/** What a dry run asks of other services, in the name of the caller. */
export interface DryRunPeers {
  readonly registry: Registry;
  readonly outputs: Outputs;
  /** @throws AppError RATE_LIMITED where the caller has asked models too often. */
  readonly takeModelCall: () => Promise<void>;
}

export interface DryRunResult {
  readonly evaluation: Evaluation;
  readonly rules: readonly CompiledRule[];
}

export interface DryRunDeps {
  readonly ruleSets: RuleSets;
  readonly applyRules: ApplyRules;
  readonly judgeTried: JudgeTried;
  readonly tools: RuleTools;
  readonly findValueFault: FindValueFault;
}

export const makeDryRun =
  ({ ruleSets, applyRules, judgeTried, tools, findValueFault }: DryRunDeps) =>
  /** Evaluates and stores nothing. */
  async (workspaceId: string, dryRun: DryRun, peers: DryRunPeers): Promise<DryRunResult> => {
    const rulesOf = async (place: RulePlace): Promise<readonly CompiledRule[]> => {
      const ruleSetOf = await ruleSets.read([workspaceId]);
      return ruleSetOf(workspaceId).applicableTo(place);
    };
    const apply = async (
      rules: readonly CompiledRule[],
      content: JudgedContentData,
      files: readonly FileData[] = [],
    ) => {
      const applied = await applyRules(rules, content, { workspaceId, files });
      if (applied.kind === 'settled') return { rules, evaluation: applied.evaluation };
      await peers.takeModelCall();
      const judged = await judgeTried({
        workspaceId,
        rules: rules.flatMap((each) => (each.kind === 'judge' ? [each.rule] : [])),
        material: judgedMaterialOf(content, files),
        progress: applied.rules,
      });
      return { rules, evaluation: evaluationOf(judged) };
    };

    switch (dryRun.kind) {
      case 'rule': {
        await checkRuleValue(dryRun.rule, { workspaceId, findValueFault, path: 'rule.value' });
        const rules = [compileTriedRule(dryRun.rule, tools)];
        if (!('logId' in dryRun.on)) return apply(rules, dryRun.on);
        const { content, attachments } = await peers.outputs.getJudgedContent(dryRun.on.logId);
        return apply(rules, content, attachments);
      }
      case 'log': {
        const { content, attachments, ...place } = await peers.outputs.getJudgedContent(
          dryRun.logId,
        );
        return apply(await rulesOf(place), content, attachments);
      }
      case 'project': {
        const entry = await findPlace(dryRun, peers.registry);
        return apply(await rulesOf(entry), dryRun.content);
      }
    }
  };

function compileTriedRule(rule: TriedRule, tools: RuleTools): CompiledRule {
  const { name, type, value, judgeFiles = false } = rule;
  const { llmJudgeProvider = null, llmJudgeModel = null } = rule;
  const unstored = { id: '', versionId: '', version: 0, projectId: null, taskId: null };
  const judge = { llmJudgeProvider, llmJudgeModel, judgeFiles };
  return compileRule({ ...unstored, name, type, value, ...judge }, tools);
}

/** The project is given by its name or its id; a name comes first, as in submissions. */
async function findPlace(
  { project, task }: { readonly project: string; readonly task: string | undefined },
  registry: Registry,
): Promise<RegistryEntry> {
  const request = { taskName: task, create: false };
  const entry =
    (await registry.resolve({ ...request, projectName: project })) ??
    (await registry.resolve({ ...request, projectId: project }));
  if (!entry) throw new AppError('NOT_FOUND', 'There is no such project or task.');
  return entry;
}
