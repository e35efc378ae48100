import type { Operation } from '../operation.ts';
import { ASSIGNMENT_OPERATIONS } from './assignments.ts';
import { AUDIT_OPERATIONS } from './audit.ts';
import { PASSWORD_OPERATIONS } from './auth-passwords.ts';
import { AUTH_OPERATIONS } from './auth.ts';
import { BACKTEST_OPERATIONS } from './backtests.ts';
import { CLAIM_OPERATIONS } from './claims.ts';
import { DECISION_OPERATIONS } from './decisions.ts';
import { DETAIL_OPERATIONS } from './details.ts';
import { EVENT_STREAM_OPERATIONS } from './event-stream.ts';
import { EXPORT_OPERATIONS } from './export.ts';
import { DELIVERY_OPERATIONS } from './deliveries.ts';
import { DESTINATION_OPERATIONS } from './destinations.ts';
import { GROUP_OPERATIONS } from './groups.ts';
import { FEEDBACK_OPERATIONS } from './instructions-feedback.ts';
import { getInstructionsResults, INSTRUCTIONS_OPERATIONS } from './instructions.ts';
import { SUGGESTION_OPERATIONS } from './instructions-suggestions.ts';
import { INSTRUCTIONS_VERSION_OPERATIONS } from './instructions-versions.ts';
import { LOG_OPERATIONS } from './logs.ts';
import { callMcp } from './mcp.ts';
import { MEDIA_OPERATIONS } from './media.ts';
import { MEMBER_OPERATIONS } from './members.ts';
import { PROJECT_OPERATIONS } from './projects.ts';
import { QUEUE_OPERATIONS } from './queue.ts';
import { SEARCH_OPERATIONS } from './search.ts';
import { RULE_OPERATIONS } from './rules.ts';
import { SETTINGS_OPERATIONS } from './settings.ts';
import { SLACK_OPERATIONS } from './slack.ts';
import { STATISTICS_OPERATIONS } from './statistics.ts';
import { submitOutput } from './submit.ts';
import { SUBSCRIPTION_OPERATIONS } from './subscriptions.ts';
import { TOKEN_OPERATIONS } from './tokens.ts';
import { TRUST_OPERATIONS } from './trust.ts';
import { VIEW_OPERATIONS } from './views.ts';
import { WORKSPACE_OPERATIONS } from './workspaces.ts';

/**
 * All public endpoints. Each operation is defined in the file of its resource in this folder. An operation that is not
 * listed here does not exist.
 */
export const OPERATIONS: readonly Operation[] = [
  submitOutput,
  ...AUTH_OPERATIONS,
  ...PASSWORD_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...QUEUE_OPERATIONS,
  ...CLAIM_OPERATIONS,
  ...ASSIGNMENT_OPERATIONS,
  ...DECISION_OPERATIONS,
  ...DETAIL_OPERATIONS,
  ...EVENT_STREAM_OPERATIONS,
  ...EXPORT_OPERATIONS,
  ...INSTRUCTIONS_OPERATIONS,
  ...INSTRUCTIONS_VERSION_OPERATIONS,
  getInstructionsResults,
  ...FEEDBACK_OPERATIONS,
  ...SUGGESTION_OPERATIONS,
  ...LOG_OPERATIONS,
  ...MEDIA_OPERATIONS,
  ...MEMBER_OPERATIONS,
  ...GROUP_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...BACKTEST_OPERATIONS,
  // Before those of rules, where `results` would match as an ID.
  ...TRUST_OPERATIONS,
  ...RULE_OPERATIONS,
  ...SETTINGS_OPERATIONS,
  ...SLACK_OPERATIONS,
  ...STATISTICS_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...DESTINATION_OPERATIONS,
  ...DELIVERY_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...VIEW_OPERATIONS,
  ...WORKSPACE_OPERATIONS,
  callMcp,
];
