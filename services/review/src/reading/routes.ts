import {
  getInstructionsResults,
  getOutputStatus,
  getOutputTimeline,
  INTERNAL_HEADERS,
  INTERNAL_OPERATIONS,
} from '@output-review/contracts';
import type { RequestOf } from '@output-review/runtime';

import { route } from '../context.ts';
import { presentApprovals } from '../outputs/approvals.pure.ts';
import { findJudged } from '../outputs/contents.sql.ts';
import { noSuchOutput, requireSeen, tellReviewState } from '../outputs/seen.ts';
import { presentLabelled, takeFitting } from './labels.pure.ts';
import { countLabels, findBadOutputs } from './labels.sql.ts';
import {
  countPerProject,
  findHeld,
  findResultsByVersion,
  findStatus,
  type FoundStatus,
} from './reading.sql.ts';
import { findTimeline } from './timeline.sql.ts';

const outputRoutes = [
  route(getOutputStatus, async ({ db }, request) => {
    const key = await requireSeen(db, request);
    const output = found(await findStatus(db, key));
    const headers = output.isActionAlone ? { [INTERNAL_HEADERS.isActionAlone]: '1' } : {};
    return { status: 200, headers, body: presentStatus(key.id, output, request) };
  }),
  route(getOutputTimeline, async ({ db }, request) => {
    const key = await requireSeen(db, request);
    const events = found(await findTimeline(db, key));
    const presented = events.map((event) => ({ ...event, at: event.at.toISOString() }));
    return { status: 200, body: { id: key.id, events: presented } };
  }),
].map(tellReviewState);

/** Reads of stored values. */
export const readingRoutes = [
  ...outputRoutes,
  route(getInstructionsResults, async ({ db }, { query, principal }) => ({
    status: 200,
    body: await findResultsByVersion(db, principal.workspaceId, query),
  })),
  route(INTERNAL_OPERATIONS.confirmHeld, async ({ db }, { body }) => ({
    status: 200,
    body: { held: await findHeld(db, body.outputs) },
  })),
  route(INTERNAL_OPERATIONS.countOutputs, async ({ db }, { body }) => ({
    status: 200,
    body: { counts: await countPerProject(db, body.workspaceId) },
  })),
  route(INTERNAL_OPERATIONS.getJudgedContent, async ({ db }, { body }) => ({
    status: 200,
    body: found(await findJudged(db, body)),
  })),
  // How people labelled the outputs of a task since a version, with the outputs that they rejected or changed.
  route(INTERNAL_OPERATIONS.readLabels, async ({ db, ruleVersions }, { body, assertion }) => {
    const [counts, bad] = await Promise.all([countLabels(db, body), findBadOutputs(db, body)]);
    const failed = bad.flatMap(({ failedVersions }) => failedVersions ?? []);
    const { workspaceId } = body;
    const names = await ruleVersions.lookUp({ workspaceId, assertion }, failed);
    const outputs = takeFitting(bad.map((each) => presentLabelled(each, names)));
    return { status: 200, body: { counts, outputs } };
  }),
];

type StatusRequest = Pick<RequestOf<typeof getOutputStatus>, 'principal' | 'headers'>;

/** A token that may only submit sees the details of decisions only on outputs that it submitted. */
function mayReadDecision({ principal, headers }: StatusRequest): boolean {
  if (principal.kind === 'user' || principal.scopes.includes('read')) return true;
  return headers[INTERNAL_HEADERS.isSubmitter] !== undefined;
}

function presentStatus(id: string, found: FoundStatus, request: StatusRequest) {
  const { status, verdict, confidenceScore, explanation, humanDecision } = found;
  const details = mayReadDecision(request) ? found : NO_DETAILS;
  const { comment, correctedOutput, correctedAction, decidedBy, decidedAt } = details;
  return {
    ...{ id, status, verdict, confidenceScore, explanation, humanDecision },
    settled: status === 'pass' || humanDecision !== null,
    ...{ comment, correctedOutput, correctedAction, decidedBy },
    decidedAt: decidedAt?.toISOString() ?? null,
    approvals: presentApprovals(details.approvals, request.principal),
  };
}

const NO_DETAILS = {
  ...{ comment: null, correctedOutput: null, correctedAction: null },
  ...{ decidedBy: null, decidedAt: null, approvals: null },
};

/** It may have been deleted since `requireSeen`. */
function found<T>(value: T | null): T {
  if (value === null) throw noSuchOutput();
  return value;
}
