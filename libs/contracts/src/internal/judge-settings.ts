import { Type } from '@sinclair/typebox';

import { JudgeSettings, JudgeSettingsChange } from '../judges.ts';
import { INTERNAL, operationsOf } from '../operation.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'evaluator' });

/** The judges of a workspace, without their keys. */
export const readJudgeSettings = operation({
  id: 'readJudgeSettings',
  path: '/internal/judge-settings',
  summary: 'Get the judge settings of a workspace',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: { 200: JudgeSettings },
});

/**
 * Changes the judges of a workspace. The change takes effect before the call returns. Faults use the field names of the
 * change.
 */
export const changeJudgeSettings = operation({
  id: 'changeJudgeSettings',
  method: 'PATCH',
  path: '/internal/judge-settings',
  summary: 'Change the judge settings of a workspace',
  body: Type.Object({ workspaceId: Type.String(), change: JudgeSettingsChange }),
  responses: { 200: JudgeSettings },
  errors: ['VALIDATION_FAILED'],
});
