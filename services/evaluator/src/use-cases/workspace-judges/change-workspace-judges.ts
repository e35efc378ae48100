import type { JudgeSettingsChange } from '@output-review/contracts';
import { AppError, type FieldMessages } from '@output-review/errors';
import type { AuditOrigin } from '@output-review/runtime';

import { changeJudges } from '../../domain/judges/change-judges.ts';
import { findChangeFaults } from '../../domain/judges/find-change-faults.ts';
import { placeOfKey, type WorkspaceJudges } from '../../domain/judges/workspace-judges.ts';
import type { WorkspaceJudgesStore } from './workspace-judges-store.ts';

export interface ChangeWorkspaceJudgesDeps {
  readonly store: Pick<WorkspaceJudgesStore, 'change'>;
  /** What is wrong with an address; null where it may be called. */
  readonly findUrlFault: (url: string) => Promise<string | null>;
  readonly seal: (text: string, place: string) => string;
}

export const makeChangeWorkspaceJudges =
  ({ store, findUrlFault, seal }: ChangeWorkspaceJudgesDeps) =>
  /**
   * Changes who judges in a workspace, from the answer on.
   *
   * @throws AppError VALIDATION_FAILED with all faults; nothing is changed then.
   */
  async (
    origin: AuditOrigin,
    workspaceId: string,
    change: JudgeSettingsChange,
  ): Promise<WorkspaceJudges> => {
    // Names are looked up before the row is locked.
    const unreachable = await findUrlFaults(change, findUrlFault);
    return store.change(origin, workspaceId, (present) => {
      const fields = { ...unreachable, ...findChangeFaults(present, change) };
      if (Object.keys(fields).length > 0) {
        throw new AppError('VALIDATION_FAILED', 'The settings are not valid; see fields.', {
          fields,
        });
      }
      return changeJudges(present, change, (key, entry) =>
        seal(key, placeOfKey(workspaceId, entry)),
      );
    });
  };

async function findUrlFaults(
  { judgeProviders = [] }: JudgeSettingsChange,
  findUrlFault: ChangeWorkspaceJudgesDeps['findUrlFault'],
): Promise<FieldMessages> {
  const faults: Record<string, string> = {};
  const find = async (url: string | null | undefined, index: number): Promise<void> => {
    const fault = url === undefined || url === null ? null : await findUrlFault(url);
    if (fault !== null) faults[`judgeProviders.${index}.baseUrl`] = fault;
  };
  await Promise.all(judgeProviders.map(({ baseUrl }, index) => find(baseUrl, index)));
  return faults;
}
