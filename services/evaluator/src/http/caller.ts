import type { WorkspacePrincipal } from '@output-review/contracts';

/** In whose name a request asks other services. */
export interface Caller {
  readonly workspaceId: string;
  readonly assertion: string;
  readonly requestId: string;
}

export function callerOf(request: {
  readonly principal: WorkspacePrincipal;
  readonly assertion: string;
  readonly requestId: string;
}): Caller {
  const { principal, assertion, requestId } = request;
  return { workspaceId: principal.workspaceId, assertion, requestId };
}
