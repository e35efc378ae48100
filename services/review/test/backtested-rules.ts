import {
  type AnswerOf,
  type BacktestRule,
  type BodyOf,
  INTERNAL_OPERATIONS,
} from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

type Applying = BodyOf<typeof INTERNAL_OPERATIONS.applyBacktestRule>;
type Applied = AnswerOf<typeof INTERNAL_OPERATIONS.applyBacktestRule>;
type Prepared = AnswerOf<typeof INTERNAL_OPERATIONS.prepareBacktest>;

const RULE: BacktestRule = {
  ...{ name: 'No promises', type: 'keyword_forbidden', value: 'promise', description: null },
  ...{ projectId: null, projectName: null, taskName: null },
  ...{ llmJudgeProvider: null, llmJudgeModel: null, judgeFiles: false },
};

/** The rules of an evaluator, each of which fails texts that contain its value. `r1@1` and `r1@2` are stored. */
export class BacktestedRules {
  /** The texts of the outputs of each call. */
  readonly calls: (string | null)[][] = [];
  prices: Prepared['prices'] = null;
  #answer: (body: Applying) => Promise<Applied> | Applied = (body) => this.applied(body);

  /** Overrides the answers until the next call of this. Without an argument, restores the default. */
  behave(answer?: (body: Applying) => Promise<Applied> | Applied): void {
    this.#answer = answer ?? ((body) => this.applied(body));
  }

  applied({ rule, outputs }: Applying): Applied {
    return {
      outcomes: outputs.map(({ content: { output } }) => {
        if (output === null) return 'skipped';
        return output.includes(rule.value) ? 'failed' : 'passed';
      }),
      ...{ paused: null, failure: null, costUsd: 0, isCostKnown: true },
    };
  }

  routes(): Route[] {
    const { prepareBacktest, applyBacktestRule } = INTERNAL_OPERATIONS;
    return [
      implement(prepareBacktest, async ({ body: { ruleId = null, rule } }) => ({
        status: 200,
        body: {
          rule: { ...RULE, ...(rule && { type: rule.type, value: rule.value }) },
          ...{
            ruleId,
            ruleVersion: ruleId === null ? null : 2,
            versionIds: ruleId === null ? [] : ['r1@2', 'r1@1'],
          },
          prices: this.prices,
        },
      })),
      implement(applyBacktestRule, async ({ body }) => {
        this.calls.push(body.outputs.map(({ content }) => content.output));
        return { status: 200, body: await this.#answer(body) };
      }),
    ];
  }
}
