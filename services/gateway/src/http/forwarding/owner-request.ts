import { INTERNAL_HEADERS, type Operation } from '@output-review/contracts';
import { type Identity, REQUEST_ID_HEADER, type RouteContext } from '@output-review/runtime';

import type { OwnerRequest } from '../../use-cases/forwarding/forward.ts';
import { passedRequestHeaders } from './passed-headers.ts';

interface RequestParts {
  /** Null where the operation asks for none. */
  readonly identity: Identity | null;
  /** Null where nobody knows. */
  readonly clientAddress: string | null;
  readonly signal: AbortSignal;
}

/** The request as it goes on to the owner of its operation, without a body. */
export function toOwnerRequest(
  ctx: RouteContext,
  { owner, answersWithinMs }: Operation,
  { identity, clientAddress, signal }: RequestParts,
): OwnerRequest {
  return {
    owner,
    method: ctx.method,
    target: ctx.path + ctx.search,
    headers: {
      ...passedRequestHeaders(ctx.headers),
      ...(identity ? { [INTERNAL_HEADERS.assertion]: identity.assertion } : toldCredential(ctx)),
      [REQUEST_ID_HEADER]: ctx.state.requestId,
      ...(clientAddress === null ? {} : { [INTERNAL_HEADERS.clientAddress]: clientAddress }),
    },
    body: null,
    ...(answersWithinMs === undefined ? {} : { answersWithinMs }),
    signal,
  };
}

/** A credential that nobody asked for ends here; that there was one the owner may want to know. */
function toldCredential({ headers }: RouteContext): Record<string, string> {
  return headers.authorization === undefined ? {} : { [INTERNAL_HEADERS.hasCredential]: '1' };
}
