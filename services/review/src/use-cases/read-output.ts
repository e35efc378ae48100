import { AppError } from '@output-review/errors';

import type { OutputKey } from '../domain/output.ts';
import type { CountTurns, FindNamesOf, LookUpRuleVersions } from './look-ups.ts';
import type { FoundDetail, RuleVersion } from './output-detail.ts';

interface Deps {
  readonly findDetail: (key: OutputKey) => Promise<FoundDetail | null>;
  readonly countTurns: CountTurns;
  readonly lookUpRuleVersions: LookUpRuleVersions;
  /** Names of projects and tasks by their ids. */
  readonly findNamesOf: FindNamesOf;
}

export interface ReadOutput {
  readonly output: FoundDetail;
  readonly turns: ReadonlyMap<string, number>;
  readonly versions: ReadonlyMap<string, RuleVersion>;
  readonly names: ReadonlyMap<string, string>;
}

/** One output with the texts that its rules had. @throws AppError NOT_FOUND. */
export const makeReadOutput =
  ({ findDetail, countTurns, lookUpRuleVersions, findNamesOf }: Deps) =>
  async (key: OutputKey, assertion: string): Promise<ReadOutput> => {
    const output = await findDetail(key);
    if (!output) throw new AppError('NOT_FOUND', 'There is no such output.');
    const { workspaceId, sessionId, applied } = output;
    const [turns, versions] = await Promise.all([
      countTurns(workspaceId, sessionId === null ? [] : [sessionId]),
      lookUpRuleVersions(
        { workspaceId, assertion },
        applied.map(({ ruleVersionId }) => ruleVersionId),
      ),
    ]);
    const ids = [...versions.values()].flatMap(({ projectId, taskId }) => [projectId, taskId]);
    const names = await findNamesOf(
      workspaceId,
      ids.filter((id) => id !== null),
    );
    return { output, turns, versions, names };
  };
