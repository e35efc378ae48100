import {
  type BodyOf,
  parseDuration,
  parseInstant,
  type submitOutput,
} from '@output-review/contracts';
import type { FieldMessages } from '@output-review/errors';

/** The validated body of POST /api/logs. */
export type SubmitRequest = BodyOf<typeof submitOutput>;

// Clocks of callers may be some minutes ahead; more is a mistake. Source: the interface.
const TIMESTAMP_AHEAD_MS_MAX = 5 * 60_000;

export interface SubmissionRules {
  readonly now: Date;
  /** Whether the operator allows plain-http callbacks to this host. */
  readonly isPrivateHostAllowed: (hostname: string) => boolean;
}

/**
 * Checks what a schema cannot express: returns errors by field, none if all is well. If the schema found errors, the
 * other fields are still checked, so that all errors are reported at once.
 */
export function checkSubmission(
  request: Partial<SubmitRequest>,
  rules: SubmissionRules,
): FieldMessages {
  const faults: Record<string, string> = {};
  const tell = (field: string, fault: string | null): void => {
    if (fault !== null) faults[field] = fault;
  };
  tell('output', contentFault(request));
  tell('timestamp', timestampFault(request.timestamp, rules.now));
  tell('callbackUrl', callbackUrlFault(request.callbackUrl, rules));
  tell('respondBy', respondByFault(request.respondBy, rules.now));
  return faults;
}

function contentFault({
  output,
  outputAttachments,
  action,
}: Partial<SubmitRequest>): string | null {
  if (output !== undefined || action !== undefined) return null;
  if (outputAttachments !== undefined && outputAttachments.length > 0) return null;
  return 'At least one of output, outputAttachments and action is required.';
}

function timestampFault(timestamp: string | undefined, now: Date): string | null {
  if (timestamp === undefined) return null;
  const time = parseInstant(timestamp);
  if (!time) return 'Must be an ISO 8601 time.';
  const isTooFar = time.getTime() - now.getTime() > TIMESTAMP_AHEAD_MS_MAX;
  return isTooFar ? 'Must not be more than 5 minutes in the future.' : null;
}

function callbackUrlFault(text: string | undefined, rules: SubmissionRules): string | null {
  if (text === undefined) return null;
  if (!URL.canParse(text)) return 'Must be a URL.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'Must not contain a username or password.';
  if (url.protocol === 'https:') return null;
  const isAllowed = url.protocol === 'http:' && rules.isPrivateHostAllowed(url.hostname);
  return isAllowed ? null : 'Must begin with https://.';
}

/** For an absolute time. It may have passed since the first attempt of a repeat. */
export const DEADLINE_PASSED = 'Must be in the future.';

function respondByFault(respondBy: string | undefined, now: Date): string | null {
  if (respondBy === undefined) return null;
  const time = parseInstant(respondBy);
  const isAhead = time ? time > now : (parseDuration(respondBy, now) ?? 0) > 0;
  if (isAhead) return null;
  return time ? DEADLINE_PASSED : 'Must be an ISO 8601 time, or a positive duration such as PT30M.';
}
