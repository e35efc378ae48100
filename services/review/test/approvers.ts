import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { expect } from '@jest/globals';

import { aPerson, aToken, type TestReview } from './test-review.ts';

export interface ApproverOptions {
  readonly submission?: Partial<OutputsSubmitted>;
  readonly outcome?: OutputsEvaluated['outcome'];
  /** The creator of the token that submits. */
  readonly submitter?: string;
}

const NAMES = ['ann', 'ben', 'cyn', 'dan'];

/** A workspace with four reviewers, and an output that needs two approvals. */
export async function anOutputForTwo(t: TestReview, options: ApproverOptions = {}) {
  const { submission = {}, outcome = 'pass' } = options;
  const workspaceId = submission.workspaceId ?? newId();
  const demand = { requireApproval: true, approvals: { needed: 2, notSubmitter: false } };
  const output = await t.submitEvaluated(outcome, { ...demand, ...submission, workspaceId });
  return approversOf(t, output, options);
}

/** Four reviewers in the workspace of an output, and their actions. */
export async function approversOf(
  t: TestReview,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
  { submitter }: Pick<ApproverOptions, 'submitter'> = {},
) {
  t.gateway.workspaces.set(workspaceId, {
    userIds: NAMES,
    submitters: submitter === undefined ? [] : [{ id, userId: submitter }],
  });
  const as = (userId: string) => t.as(aPerson(workspaceId, 'reviewer', userId));
  const decide = async (userId: string, body: object, outputId = id) =>
    (await as(userId)).patch(`/api/logs/${outputId}/decision`, body);
  const ann = await as('ann');
  return {
    ...{ id, workspaceId, as, ann, decide },
    approve: (userId: string, more: object = {}) =>
      decide(userId, { decision: 'approved', ...more }),
    byToken: async (body: object) =>
      (await t.as(aToken(workspaceId))).patch(`/api/logs/${id}/decision`, body),
    output: async () => (await ann.get(`/api/logs/${id}`)).body as Record<string, unknown>,
    /** Removes the reviewer role without telling review. */
    demote: (userId: string) => {
      t.gateway.workspaces.set(workspaceId, {
        userIds: NAMES.filter((each) => each !== userId),
        submitters: [],
      });
    },
  };
}

const at = expect.any(String) as unknown;

/** The approvals of an output that needs two. */
export const given = (...names: string[]) => ({
  approvals: { needed: 2, given: names.map((name) => ({ by: `${name}@example.com`, at })) },
});

export const WAITING = { status: 200, body: { ok: true, humanDecision: null } };
export const APPROVED = { status: 200, body: { ok: true, humanDecision: 'approved' } };
export const refused = (status: number, code: string) => ({ status, body: { code } });

/** The published decisions of an output. They are published some time after the response. */
export const decisionsOf = ({ published }: TestReview, id: string) =>
  published.filter(
    ({ topic, json }) =>
      topic === 'outputs.decided' && (JSON.parse(json) as { id: string }).id === id,
  );
