import type { MigrationClass } from '@output-review/runtime';

import { CreateTables1767225600000 } from './1767225600000-create-tables.ts';
import { JudgeJobs1767225700000 } from './1767225700000-judge-jobs.ts';
import { DeadLetterOutbox1767225800000 } from './1767225800000-dead-letter-outbox.ts';
import { WorkspaceJudges1767225900000 } from './1767225900000-workspace-judges.ts';
import { CheckJobs1767226000000 } from './1767226000000-check-jobs.ts';
import { JudgeFiles1767226100000 } from './1767226100000-judge-files.ts';
import { Outbox1767226200000 } from './1767226200000-outbox.ts';
import { ErasedWorkspaces1767226300000 } from './1767226300000-erased-workspaces.ts';
import { JudgePrices1767226315000 } from './1767226315000-judge-prices.ts';
import { EvaluationOutbox1767226323000 } from './1767226323000-evaluation-outbox.ts';
import { ShadowRules1767226330000 } from './1767226330000-shadow-rules.ts';
import { RuleApprovals1767226340000 } from './1767226340000-rule-approvals.ts';

export const MIGRATIONS: readonly MigrationClass[] = [
  CreateTables1767225600000,
  JudgeJobs1767225700000,
  DeadLetterOutbox1767225800000,
  WorkspaceJudges1767225900000,
  CheckJobs1767226000000,
  JudgeFiles1767226100000,
  Outbox1767226200000,
  ErasedWorkspaces1767226300000,
  JudgePrices1767226315000,
  EvaluationOutbox1767226323000,
  ShadowRules1767226330000,
  RuleApprovals1767226340000,
];
