export {
  ErrorBodySchema,
  IdParams,
  Name,
  NoFields,
  OkBody,
  Page,
  PageQuery,
  withoutEmptyValues,
} from './shared.ts';
export { claimOutput, releaseOutput } from './claims.ts';
export {
  acceptSlackLinkRequest,
  deleteSlackLink,
  getSlackLinkRequest,
  listSlackLinks,
  receiveSlackInteraction,
} from './slack.ts';
export { getQueue, listGroupLoads, listReviewers } from './queue.ts';
export { OPERATIONS } from './operations.ts';
export {
  getCurrentInstructions,
  getInstructionsResults,
  getOrSeedInstructions,
  Instructions,
  INSTRUCTIONS_BYTES_MAX,
  INSTRUCTIONS_SOURCES,
  type InstructionsSource,
  InstructionsSummary,
  listInstructions,
  QUEUED_NOTES_MAX,
} from './instructions.ts';
export {
  compareInstructionsVersions,
  getInstructionsVersion,
  LINE_CHANGES,
  LISTED_VERSIONS_MAX,
  listInstructionsVersions,
  restoreInstructionsVersion,
  saveInstructionsVersion,
} from './instructions-versions.ts';
export {
  acceptSuggestion,
  dismissSuggestion,
  listSuggestions,
  requestSuggestion,
  SUGGESTIONS_LISTED_MAX,
  type SuggestionSource,
  type SuggestionState,
} from './instructions-suggestions.ts';
export { listFeedback, queueFeedback, withdrawFeedback } from './instructions-feedback.ts';
export {
  createUpload,
  downloadFile,
  getMedia,
  getMediaUrl,
  putUpload,
  SignedMediaLink,
  UploadTicket,
} from './media.ts';
export {
  changePassword,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  verifyEmail,
} from './auth-passwords.ts';
export {
  getSession,
  getSignUp,
  listSessions,
  revokeSession,
  revokeSessions,
  signIn,
  signOut,
  signUp,
} from './auth.ts';
export { assignOutput } from './assignments.ts';
export { createGroup, deleteGroup, GROUPS_MAX, listGroups, updateGroup } from './groups.ts';
export {
  acceptInvitation,
  changeMember,
  createInvitation,
  getInvitation,
  listInvitations,
  listMembers,
  listPeople,
  removeMember,
  revokeInvitation,
} from './members.ts';
export {
  createProject,
  createTask,
  deleteProject,
  deleteTask,
  listProjects,
  listTasks,
  ProjectSchema,
  renameTask,
  TaskSchema,
  updateProject,
} from './projects.ts';
export { createToken, listTokens, revokeToken, rotateToken, verifyToken } from './tokens.ts';
export { listAuditRecords } from './audit.ts';
export { AppliedRuleAnswer, presentJudging } from './applied-rule.ts';
export {
  BACKTEST_STATES,
  BacktestAnswer,
  type BacktestState,
  cancelBacktest,
  getBacktest,
  listBacktestFlips,
  listBacktests,
  startBacktest,
} from './backtests.ts';
export { getRuleResults, LABELS_MIN, listRuleResults, RuleResults, type Stratum } from './trust.ts';
export {
  createRule,
  deleteRule,
  dryRunRules,
  getRule,
  listRules,
  RuleSchema,
  updateRule,
} from './rules.ts';
export { getSettings, SettingsSchema, updateSettings } from './settings.ts';
export {
  createSubscription,
  deleteSubscription,
  type EndedReason,
  listSubscriptions,
} from './subscriptions.ts';
export {
  DELIVERY_COUNT_MAX,
  type DestinationKind,
  listDestinations,
  rotateDestinationSecret,
  testDestination,
} from './destinations.ts';
export {
  type DeliveredEvent,
  type DeliveryState,
  getDelivery,
  listDeliveries,
  replayDeliveries,
  replayDelivery,
} from './deliveries.ts';
export {
  STREAMED_EVENTS,
  type StreamedData,
  type StreamedEvent,
  streamEvents,
} from './event-stream.ts';
export { getStatistics, type StatisticsGroup, type StatisticsInterval } from './statistics.ts';
export {
  BULK_ACTIONS,
  BULK_SKIP_CODES,
  type BulkAction,
  type BulkSkipCode,
  type NotQueuedBecause,
  changeManyOutputs,
  decideOutput,
  deleteOutput,
  evaluateAgain,
  FLAGGED_BY,
  flagOutput,
  withdrawOutput,
} from './decisions.ts';
export { editDetails } from './details.ts';
export {
  getOutput,
  getOutputStatus,
  getOutputTimeline,
  listTaskNames,
  OUTPUT_COLUMNS,
  OutputDetail,
  TIMELINE_STAGES,
  type TimelineStage,
} from './logs.ts';
export { eraseWorkspace, listWorkspaces, switchWorkspace } from './workspaces.ts';
export { searchOutputs, SORT_COLUMNS, type SortColumn } from './search.ts';
export {
  EXPORT_CONTENT_TYPES,
  type ExportFormat,
  exportOutputs,
  type ExportShape,
} from './export.ts';
export {
  createView,
  deleteView,
  listViews,
  updateView,
  VIEW_COUNT_MAX,
  VIEW_QUERIES,
  type ViewPage,
} from './views.ts';
export { callMcp } from './mcp.ts';
export { IDEMPOTENCY_KEY_LENGTH_MAX, SubmitBody, submitOutput } from './submit.ts';
