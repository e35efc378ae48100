export {
  isAtLeast,
  isInternal,
  mayCall,
  namesWorkspace,
  USER_HEADER,
  WORKSPACE_HEADER,
} from './access.ts';
export {
  type ApprovalBar,
  type ApprovalDemand,
  type Approvals,
  type ApprovalsRequest,
  demandOf,
} from './approvals.ts';
export * from './events/index.ts';
export * from './file.ts';
export * from './http/index.ts';
export { RELEASE } from './release.ts';
export { DASHBOARD_PREFIX } from './internal/review.ts';
export { BACKTEST_OUTPUTS_MAX, type BacktestRule } from './internal/backtests.ts';
export { type Draft, DraftAnswer, LabelledDraftAnswer } from './internal/drafting.ts';
export {
  type BadLabel,
  type LabelCounts,
  LABELLED_OUTPUTS_MAX,
  type LabelledOutput,
} from './internal/labels.ts';
export {
  type ActiveInstructions,
  readActiveInstructions,
  writeActiveInstructions,
} from './internal/instructions.ts';
export { type CorrectedPart } from './internal/evaluation.ts';
export { INTERNAL_HEADERS, type ReviewState } from './internal/headers.ts';
export { type FileClaimState } from './internal/files.ts';
export { ALL_OPERATIONS, INTERNAL_OPERATIONS } from './internal/operations.ts';
export {
  JudgeAnswer,
  type JudgeProviderChange,
  JudgeSettings,
  JudgeSettingsChange,
} from './judges.ts';
export { IdempotencyArgument, MCP_TOOLS, type McpTool, type McpToolName } from './mcp-tools.ts';
export { toOpenApiSchema } from './openapi/schema.ts';
export { buildOpenApi, type OpenApiDocument } from './openapi/build-openapi.ts';
export {
  type DecisionReason,
  type DigestInterval,
  NOTIFICATION_DEFAULTS,
  NotificationSettings,
  NotificationSettingsChange,
  type SlackAppChange,
} from './notification-settings.ts';
export {
  type Access,
  type AnswerOf,
  ANSWERS_WITHIN_MS,
  type BodyOf,
  defineOperation,
  type Operation,
  type ParamsOf,
  type QueryOf,
} from './operation.ts';
export * from './output.ts';
export * from './principal.ts';
export * from './rule.ts';
export {
  type EventValidator,
  makeStrictValidator,
  makeTolerantValidator,
} from './schema/event-validator.ts';
export { parseDuration, parseInstant } from './schema/instant.ts';
export { makeBodyReader, makeQueryReader, type Reading } from './schema/request-reader.ts';
export { findTextHazards } from './schema/text-hazards.ts';
