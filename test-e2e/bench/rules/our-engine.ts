import {
  makeRuleSet,
  type PatternEngineName,
  RuleEngine,
  type RulesApplied,
} from '@output-review/evaluator/rule-engine';

import { type BenchRule, SUBMITTED } from './bench-rules.ts';
import type { Contestant } from './contestant.ts';

/** Applies rules with the engine of the evaluator. */
export async function ourEngine(wanted: PatternEngineName): Promise<Contestant> {
  const engine = await RuleEngine.load({ now: () => new Date(), engine: wanted });
  return {
    name: `ours, ${engine.engine}`,
    close: () => engine.close(),
    prepare: (rules) => {
      const ruleSet = makeRuleSet(rules.map(ruleOf), engine.tools);
      const applicable = ruleSet.applicableTo({ projectId: null, taskId: null });
      return async (output) =>
        passesOf(await engine.applyRules(applicable, { ...NOTHING, output, ...SUBMITTED }, BENCH));
    },
  };
}

const BENCH = { workspaceId: 'bench', files: [] };

const NOTHING = { input: null, action: null, metadata: {}, confidence: null };

function ruleOf({ type, value }: BenchRule, index: number) {
  const id = `rule-${index}`;
  const place = { projectId: null, taskId: null };
  const judge = { llmJudgeProvider: null, llmJudgeModel: null, judgeFiles: false };
  const rule = { id, versionId: id, version: 1, name: `Rule ${index}`, type, value };
  return { ...rule, ...place, ...judge, approvals: null };
}

function passesOf(applied: RulesApplied): readonly boolean[] {
  if (applied.kind !== 'settled') throw new Error('An exact rule waits for a judge');
  return applied.evaluation.appliedRules.map(({ outcome, summary }) => {
    if (outcome === 'passed') return true;
    if (outcome === 'failed') return false;
    throw new Error(`A rule ended as ${outcome}: ${summary ?? ''}`);
  });
}
