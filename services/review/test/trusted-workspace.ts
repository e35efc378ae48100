import { expect } from '@jest/globals';
import {
  type AppliedRule,
  type OutputsSubmitted,
  projectsChanged,
  type RuleOutcome,
  type RuleResults,
} from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import type { ApiClient } from '@output-review/runtime/testing';

import { anEvaluation, aPerson, aSubmission, aToken, type TestReview } from './test-review.ts';

type Body = Record<string, unknown>;

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
export class TrustedWorkspace {
  readonly id: string;
  readonly api: ApiClient;
  readonly token: ApiClient;
  readonly review: TestReview;

  private constructor(
    review: TestReview,
    { id, api, token }: { id: string; api: ApiClient; token: ApiClient },
  ) {
    this.review = review;
    this.id = id;
    this.api = api;
    this.token = token;
  }

  static async make(review: TestReview): Promise<TrustedWorkspace> {
    const id = newId();
    const [api, token] = [await review.as(aPerson(id)), await review.as(aToken(id))];
    return new TrustedWorkspace(review, { id, api, token });
  }

  /** Reports the project with its sample rate to review. */
  async sample(sampleRate: number): Promise<void> {
    const gateway = await this.review.as({ kind: 'service', service: 'gateway' });
    const change = {
      ...{ ...projectsChanged.examples.valid, workspaceId: this.id, id: `p-${this.id}` },
      ...{ name: 'Support', sampleRate, version: 2 },
    };
    const answer = await gateway.post('/internal/projects', { changes: [change] });
    expect(answer.status).toBe(200);
  }

  async submitted(given: Partial<OutputsSubmitted> = {}): Promise<string> {
    const submission = aSubmission({ workspaceId: this.id, ...given });
    await this.review.submit(submission);
    return submission.id;
  }

  async judged(id: string, endings: readonly Ended[], run = 1): Promise<void> {
    const given = { run, outcome: outcomeOf(endings), appliedRules: applied(...endings) };
    await this.review.evaluate(anEvaluation({ workspaceId: this.id, id }, given));
  }

  async shadowed(id: string, endings: readonly Ended[], run = 1): Promise<void> {
    const evaluatedAt = this.review.clock.now().toISOString();
    const appliedRules = applied(...endings);
    await this.review.shadow({ workspaceId: this.id, id, run, evaluatedAt, appliedRules });
  }

  /** An evaluated output. */
  async anOutput(
    endings: readonly Ended[],
    given: Partial<OutputsSubmitted> = {},
  ): Promise<string> {
    const id = await this.submitted(given);
    await this.judged(id, endings);
    return id;
  }

  async decided(id: string, decision: string, given: Body = {}): Promise<number> {
    const comment = decision === 'changed' ? { comment: 'Better so.' } : {};
    const body = { decision, ...comment, ...given };
    return (await this.api.patch(`/api/logs/${id}/decision`, body)).status;
  }

  async results(query = ''): Promise<RuleResults[]> {
    const { status, body } = await this.api.get(`/api/rules/results?${query}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as RuleResults[];
  }

  /** The results of the only version. */
  async counted(query = ''): Promise<RuleResults> {
    const [result, ...others] = await this.results(query);
    expect(others).toEqual([]);
    return result!;
  }

  async found(query: string): Promise<number> {
    const { status, body } = await this.api.get(`/api/logs?limit=1&${query}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return (body as { total: number }).total;
  }
}
