import { expect } from '@jest/globals';
import {
  type AppliedRule,
  type OutputsSubmitted,
  projectsChanged,
  type RuleOutcome,
  type RuleResults,
} from '@output-review/contracts';
import { newId } from '@output-review/runtime';

import { anEvaluation, aPerson, aSubmission, aToken, type TestReview } from './test-review.ts';

/** The outcome of a rule version, as `version:outcome`. */
export type Ended = `${string}:${RuleOutcome}`;

function applied(...endings: readonly Ended[]): AppliedRule[] {
  return endings.map((ending) => {
    const colon = ending.lastIndexOf(':');
    return {
      ruleVersionId: ending.slice(0, colon),
      outcome: ending.slice(colon + 1) as RuleOutcome,
      ...{ evaluator: 'deterministic', latencyMs: 0.1, summary: null },
    };
  });
}

function outcomeOf(endings: readonly Ended[]): 'pass' | 'fail' | 'error' {
  if (endings.some((each) => each.endsWith(':failed'))) return 'fail';
  return endings.some((each) => each.endsWith(':error')) ? 'error' : 'pass';
}

/** A separate workspace with evaluated outputs, and its rule results. */
export async function aTrustedWorkspace(review: TestReview) {
  const workspaceId = newId();
  const api = await review.as(aPerson(workspaceId));
  const submitted = async (given: Partial<OutputsSubmitted> = {}): Promise<string> => {
    const submission = aSubmission({ workspaceId, ...given });
    await review.submit(submission);
    return submission.id;
  };
  const judged = async (id: string, endings: readonly Ended[], run = 1): Promise<void> => {
    const given = { run, outcome: outcomeOf(endings), appliedRules: applied(...endings) };
    await review.evaluate(anEvaluation({ workspaceId, id }, given));
  };
  const results = async (query = ''): Promise<RuleResults[]> => {
    const { status, body } = await api.get(`/api/rules/results?${query}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as RuleResults[];
  };
  return {
    ...{ id: workspaceId, review, api, token: await review.as(aToken(workspaceId)) },
    ...{ submitted, judged, results },
    /** Reports the project with its sample rate to review. */
    sample: async (sampleRate: number): Promise<void> => {
      const gateway = await review.as({ kind: 'service', service: 'gateway' });
      const change = {
        ...{ ...projectsChanged.examples.valid, workspaceId, id: `p-${workspaceId}` },
        ...{ name: 'Support', sampleRate, version: 2 },
      };
      const answer = await gateway.post('/internal/projects', { changes: [change] });
      expect(answer.status).toBe(200);
    },
    shadowed: async (id: string, endings: readonly Ended[], run = 1): Promise<void> => {
      const evaluatedAt = review.clock.now().toISOString();
      const appliedRules = applied(...endings);
      await review.shadow({ workspaceId, id, run, evaluatedAt, appliedRules });
    },
    /** An evaluated output. */
    anOutput: async (
      endings: readonly Ended[],
      given: Partial<OutputsSubmitted> = {},
    ): Promise<string> => {
      const id = await submitted(given);
      await judged(id, endings);
      return id;
    },
    decided: async (id: string, decision: string, given: object = {}): Promise<number> => {
      const comment = decision === 'changed' ? { comment: 'Better so.' } : {};
      const body = { decision, ...comment, ...given };
      return (await api.patch(`/api/logs/${id}/decision`, body)).status;
    },
    /** The results of the only version. */
    counted: async (query = ''): Promise<RuleResults> => {
      const [result, ...others] = await results(query);
      expect(others).toEqual([]);
      return result!;
    },
    found: async (query: string): Promise<number> => {
      const { status, body } = await api.get(`/api/logs?limit=1&${query}`);
      expect({ status, body }).toMatchObject({ status: 200 });
      return (body as { total: number }).total;
    },
  };
}

export type TrustedWorkspace = Awaited<ReturnType<typeof aTrustedWorkspace>>;
