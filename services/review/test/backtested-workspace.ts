import { expect } from '@jest/globals';
import type { AppliedRule, OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import type { ApiClient } from '@output-review/runtime/testing';

import { anEvaluation, aPerson, aSubmission, type TestReview } from './test-review.ts';

type Body = Record<string, unknown>;

export const DRAFT = { name: 'No promises', type: 'keyword_forbidden', value: 'promise' };

/** A separate workspace with outputs, and its backtests. */
export class BacktestedWorkspace {
  readonly id: string;
  readonly api: ApiClient;
  readonly #review: TestReview;
  #second = 0;

  private constructor(review: TestReview, id: string, api: ApiClient) {
    this.#review = review;
    this.id = id;
    this.api = api;
  }

  static async make(review: TestReview): Promise<BacktestedWorkspace> {
    const id = newId();
    return new BacktestedWorkspace(review, id, await review.as(aPerson(id)));
  }

  /** An output, each a second newer than the previous one. */
  async anOutput(text: string, given: Partial<OutputsSubmitted> = {}): Promise<string> {
    this.#second += 1;
    const timestamp = new Date(Date.UTC(2026, 1, 1, 0, 0, this.#second)).toISOString();
    const submission = aSubmission({ workspaceId: this.id, timestamp, ...given });
    const content = { ...submission.content, output: text };
    await this.#review.submit({ ...submission, content });
    return submission.id;
  }

  async judged(id: string, outcome: 'pass' | 'fail', rules: AppliedRule[] = []): Promise<void> {
    const appliedRules = rules.length > 0 ? { appliedRules: rules } : {};
    const output = { workspaceId: this.id, id };
    await this.#review.evaluate(anEvaluation(output, { outcome, ...appliedRules }));
  }

  async start(body: Body = {}): Promise<string> {
    const path = '/api/rules/backtests';
    const answer = await this.api.post(path, { rule: DRAFT, max: 1000, ...body });
    expect(answer).toMatchObject({ status: 202, body: { id: expect.any(String) } });
    return (answer.body as { id: string }).id;
  }

  /** Continues the backtest like the gateway does. */
  async run() {
    const gateway = await this.#review.as({ kind: 'service', service: 'gateway' });
    return gateway.post('/internal/backtests/run');
  }

  async get(id: string): Promise<Body> {
    return (await this.api.get(`/api/rules/backtests/${id}`)).body as Body;
  }

  async flipsOf(id: string, query = ''): Promise<Body> {
    return (await this.api.get(`/api/rules/backtests/${id}/flips${query}`)).body as Body;
  }

  async runAll(id: string): Promise<Body> {
    await this.run();
    const backtest = await this.get(id);
    expect(backtest['finishedAt']).not.toBeNull();
    return backtest;
  }
}

/** Cleans up, so that a test does not affect later ones. */
export async function forgetBacktests({ evaluator, sql }: TestReview): Promise<void> {
  const { backtests } = evaluator;
  backtests.behave();
  backtests.prices = null;
  backtests.calls.length = 0;
  await sql.query(`UPDATE backtests SET state = 'cancelled'`);
}
