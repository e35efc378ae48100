import { OPERATIONS } from '../http/operations.ts';
import type { Operation } from '../operation.ts';
import { listAuditHeads, listKeptAuditHeads, readAuditChain } from './audit.ts';
import { applyBacktestRule, prepareBacktest, runBacktests } from './backtests.ts';
import { listDeadLetters, replayDeadLetters } from './dead-letters.ts';
import { draftInstructions, findModel } from './drafting.ts';
import {
  checkCorrection,
  evaluateNow,
  lookUpEvaluations,
  lookUpRuleVersions,
  moveGroupRules,
} from './evaluation.ts';
import {
  changeMediaQuota,
  checkFiles,
  claimFiles,
  confirmFiles,
  deleteFiles,
  readMediaUsage,
  releaseFiles,
  settleFileClaims,
  settleFiles,
} from './files.ts';
import { changeJudgeSettings, readJudgeSettings } from './judge-settings.ts';
import { readLabels } from './labels.ts';
import { queueLesson } from './instructions.ts';
import { changeNotificationSettings, readNotificationSettings } from './notification-settings.ts';
import { checkApprovalGroup, findApprovers, makePasswordLink, takeModelCall } from './gateway.ts';
import { closeRegistryEntry, reopenRegistryEntry, resolveRegistry } from './registry.ts';
import { resealSecrets } from './sealed-secrets.ts';
import { answerSlackRequest, openSlackRequest } from './slack.ts';
import {
  applyEvents,
  applyPeopleChange,
  applyProjectChanges,
  applyWorkspaceChanges,
  confirmHeld,
  countOutputs,
  followSettled,
  getJudgedContent,
  moveGroupWork,
  requestRuns,
} from './review.ts';

/** Calls between services while a caller waits. */
export const INTERNAL_OPERATIONS = {
  resolveRegistry,
  takeModelCall,
  findApprovers,
  checkApprovalGroup,
  queueLesson,
  makePasswordLink,
  closeRegistryEntry,
  reopenRegistryEntry,
  findModel,
  draftInstructions,
  evaluateNow,
  lookUpEvaluations,
  lookUpRuleVersions,
  moveGroupRules,
  checkCorrection,
  prepareBacktest,
  applyBacktestRule,
  readJudgeSettings,
  changeJudgeSettings,
  readNotificationSettings,
  changeNotificationSettings,
  applyEvents,
  applyPeopleChange,
  moveGroupWork,
  applyProjectChanges,
  applyWorkspaceChanges,
  confirmHeld,
  requestRuns,
  countOutputs,
  getJudgedContent,
  readLabels,
  followSettled,
  runBacktests,
  listDeadLetters,
  replayDeadLetters,
  resealSecrets,
  openSlackRequest,
  answerSlackRequest,
  claimFiles,
  confirmFiles,
  releaseFiles,
  deleteFiles,
  readMediaUsage,
  changeMediaQuota,
  settleFileClaims,
  settleFiles,
  checkFiles,
  listAuditHeads,
  readAuditChain,
  listKeptAuditHeads,
} as const;

/** Of the API and between services. */
export const ALL_OPERATIONS: readonly Operation[] = [
  ...OPERATIONS,
  ...Object.values(INTERNAL_OPERATIONS),
];
