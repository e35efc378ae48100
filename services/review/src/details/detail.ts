import type { AppliedRule } from '@output-review/contracts';

import type { Context } from '../context.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { noSuchOutput } from '../outputs/seen.ts';
import { countTurns, findDetail, findNamesOf, type FoundDetail } from './detail.sql.ts';
import type { RuleVersion } from './rule-versions.ts';

export interface ReadOutput {
  readonly output: FoundDetail;
  readonly turns: ReadonlyMap<string, number>;
  readonly versions: ReadonlyMap<string, RuleVersion>;
  readonly names: ReadonlyMap<string, string>;
}

/** One output with the texts that its rules had. @throws AppError NOT_FOUND. */
export async function readOutput(
  { db, log, ruleVersions }: Context,
  key: OutputKey,
  assertion: string,
): Promise<ReadOutput> {
  const output = await findDetail(db, key);
  if (!output) throw noSuchOutput();
  const { workspaceId, sessionId, applied, shadow } = output;
  const textsOf = (rules: readonly AppliedRule[]) =>
    ruleVersions.lookUp(
      { workspaceId, assertion },
      rules.map(({ ruleVersionId }) => ruleVersionId),
    );
  const [turns, live, beside] = await Promise.all([
    countTurns(db, workspaceId, sessionId === null ? [] : [sessionId]),
    textsOf(applied),
    textsOf(shadow).catch((err: unknown) => {
      log.warn(
        { err, id: key.id },
        'shown without its rules in shadow, whose texts are not to be had',
      );
      return new Map<string, RuleVersion>();
    }),
  ]);
  const versions = new Map([...live, ...beside]);
  const ids = [...versions.values()].flatMap(({ projectId, taskId }) => [projectId, taskId]);
  const names = await findNamesOf(
    db,
    workspaceId,
    ids.filter((id) => id !== null),
  );
  return { output, turns, versions, names };
}
