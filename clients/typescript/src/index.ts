export type { Approval, ApprovalFields, ApprovalOptions } from './approvals.ts';
export { OutputReviewClient, type SubmitOptions } from './client.ts';
export {
  type ErrorCode,
  NotApprovedError,
  type NotApprovedReason,
  OutputReviewError,
  WaitTimeoutError,
  WebhookVerificationError,
} from './errors.ts';
export type { ClientOptions } from './http.ts';
export type {
  CallOptions,
  DecisionStatus,
  FoundOutput,
  Output,
  SearchPage,
  SearchQuery,
  ServiceErrorCode,
  Submission,
  SubmitAnswer,
} from './types.ts';
export type { WaitOptions } from './waiting.ts';
export { type ReceivedWebhook, verifyWebhook, type WebhookEvent } from './webhooks.ts';
