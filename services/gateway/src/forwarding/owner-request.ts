import { INTERNAL_HEADERS, type Operation, type Principal } from '@output-review/contracts';
import { type Identity, REQUEST_ID_HEADER, type RouteContext } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { isSubmittedBy } from '../submissions/submissions.sql.ts';
import { passedRequestHeaders } from './headers.pure.ts';
import type { OwnerRequest } from './owner-sender.ts';

/** The parts of a call that are forwarded to the owner. */
export type ForwardedCall = Pick<RouteContext, 'method' | 'path' | 'search' | 'headers' | 'state'>;

interface RequestParts {
  /** Null if the operation requires none. */
  readonly identity: Identity | null;
  /** Null if unknown. */
  readonly clientAddress: string | null;
  /** Whether the calling token submitted the output of the path. */
  readonly isSubmitter?: boolean;
  readonly signal: AbortSignal;
}

/** The request as forwarded to the owner of its operation, without a body. */
export function toOwnerRequest(
  call: ForwardedCall,
  { owner, answersWithinMs }: Operation,
  { identity, clientAddress, isSubmitter = false, signal }: RequestParts,
): OwnerRequest {
  return {
    owner,
    method: call.method,
    target: call.path + call.search,
    headers: {
      ...passedRequestHeaders(call.headers),
      ...(identity ? { [INTERNAL_HEADERS.assertion]: identity.assertion } : credentialHeader(call)),
      [REQUEST_ID_HEADER]: call.state.requestId,
      ...(clientAddress === null ? {} : { [INTERNAL_HEADERS.clientAddress]: clientAddress }),
      ...(isSubmitter ? { [INTERNAL_HEADERS.isSubmitter]: '1' } : {}),
    },
    body: null,
    ...(answersWithinMs === undefined ? {} : { answersWithinMs }),
    signal,
  };
}

export function withJson(request: OwnerRequest, body: string): OwnerRequest {
  return { ...request, body, headers: { ...request.headers, 'content-type': 'application/json' } };
}

/** The header that tells the owner of a credential that the operation does not require and that is not forwarded. */
function credentialHeader({ headers }: ForwardedCall): Record<string, string> {
  return headers.authorization === undefined ? {} : { [INTERNAL_HEADERS.hasCredential]: '1' };
}

/** Whether the calling token submitted the output of the path, if the owner wants to know. */
export async function isSubmitter(
  { db }: Pick<Context, 'db'>,
  { params }: Pick<RouteContext, 'params'>,
  { tellsSubmitter, principal }: Pick<Operation, 'tellsSubmitter'> & { principal?: Principal },
): Promise<boolean> {
  // The workspace token may do what any token may.
  if (!tellsSubmitter || principal?.kind !== 'token' || principal.name === null) return false;
  const { id = '' } = params;
  // No output has such an ID, and PostgreSQL rejects it. The owner reports what is wrong with it.
  return !id.includes('\0') && isSubmittedBy(db, { ...principal, id });
}
