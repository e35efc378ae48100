import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { makeResealRoute } from '@output-review/shared-kernel';

import { type Context, route } from '../context.ts';
import { presentJudges } from './change-judges.pure.ts';
import { readJudges, SEALED_JUDGE_KEYS } from './judges.sql.ts';
import { changeJudgeSettings } from './judges.ts';

export const judgeRoutes = [
  route(INTERNAL_OPERATIONS.readJudgeSettings, async ({ db }, { body }) => ({
    status: 200,
    body: presentJudges(await readJudges(db, body.workspaceId)),
  })),
  route(INTERNAL_OPERATIONS.changeJudgeSettings, changeJudgeSettings),
  ({ db, encryptor }: Context) => makeResealRoute(db, encryptor, [SEALED_JUDGE_KEYS]),
];
