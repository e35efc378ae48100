import { Type } from '@sinclair/typebox';

import { JudgeSettings, JudgeSettingsChange } from '../judges.ts';
import { defineOperation } from '../operation.ts';

/** Who judges in a workspace. The keys stay where they are. */
export const readJudgeSettings = defineOperation({
  id: 'readJudgeSettings',
  method: 'POST',
  path: '/internal/judge-settings',
  owner: 'evaluator',
  summary: 'Get the judge settings of a workspace',
  tag: 'internal',
  access: 'internal',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: { 200: JudgeSettings },
  errors: [],
});

/**
 * Changes who judges in a workspace. It holds from the answer on. Faults are named by the fields of the
 * change.
 */
export const changeJudgeSettings = defineOperation({
  id: 'changeJudgeSettings',
  method: 'PATCH',
  path: '/internal/judge-settings',
  owner: 'evaluator',
  summary: 'Change the judge settings of a workspace',
  tag: 'internal',
  access: 'internal',
  body: Type.Object({ workspaceId: Type.String(), change: JudgeSettingsChange }),
  responses: { 200: JudgeSettings },
  errors: ['VALIDATION_FAILED'],
});
