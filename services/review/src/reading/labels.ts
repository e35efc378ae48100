import type { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { Reply, RequestOf } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { presentLabelled, takeFitting } from './labels.pure.ts';
import { countLabels, findBadOutputs } from './labels.sql.ts';

type ReadLabels = typeof INTERNAL_OPERATIONS.readLabels;

/** How people labelled the outputs of a task since a version, with what they did not let pass. */
export async function readLabels(
  { db, ruleVersions }: Context,
  { body, assertion }: RequestOf<ReadLabels>,
): Promise<Reply<ReadLabels>> {
  const [counts, bad] = await Promise.all([countLabels(db, body), findBadOutputs(db, body)]);
  const failed = bad.flatMap(({ failedVersions }) => failedVersions ?? []);
  const { workspaceId } = body;
  const names = await ruleVersions.lookUp({ workspaceId, assertion }, failed);
  const outputs = takeFitting(bad.map((each) => presentLabelled(each, names)));
  return { status: 200, body: { counts, outputs } };
}
