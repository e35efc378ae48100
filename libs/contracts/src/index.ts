export { isAtLeast, isInternal, mayCall, namesWorkspace, WORKSPACE_HEADER } from './access.ts';
export * from './events/index.ts';
export * from './file.ts';
export * from './http/index.ts';
export { DASHBOARD_PREFIX } from './internal/dashboard.ts';
export { DraftAnswer } from './internal/drafting.ts';
export {
  type ActiveInstructions,
  readActiveInstructions,
  writeActiveInstructions,
} from './internal/active-instructions.ts';
export { INTERNAL_HEADERS, type ReviewState } from './internal/headers.ts';
export { type FileClaimState } from './internal/files.ts';
export { INTERNAL_OPERATIONS } from './internal/operations.ts';
export { JudgeAnswer } from './judge-answer.ts';
export { type JudgeProviderChange, JudgeSettings, JudgeSettingsChange } from './judge-settings.ts';
export { buildOpenApi, type OpenApiDocument, type OpenApiInfo } from './openapi/build-openapi.ts';
export {
  NOTIFICATION_DEFAULTS,
  NotificationSettings,
  NotificationSettingsChange,
} from './notification-settings.ts';
export {
  type Access,
  type AnswerOf,
  ANSWERS_WITHIN_MS,
  type BodyOf,
  defineOperation,
  type HttpMethod,
  type Operation,
  type ParamsOf,
  type QueryOf,
} from './operation.ts';
export {
  eventsOfCallback,
  OUTPUT_EVENTS,
  type OutputEvent,
  STATUS_EVENTS,
} from './output-event.ts';
export * from './output.ts';
export * from './principal.ts';
export * from './rule.ts';
export * from './schema/index.ts';
