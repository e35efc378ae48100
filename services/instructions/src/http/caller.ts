import type { WorkspacePrincipal } from '@output-review/contracts';
import type { AuditOrigin, RegistryCaller } from '@output-review/runtime';

/** In whose name a request asks other services, and from where. */
export interface Caller extends RegistryCaller {
  readonly origin: AuditOrigin;
}

export function callerOf(request: {
  readonly principal: WorkspacePrincipal;
  readonly assertion: string;
  readonly clientAddress: string | null;
  readonly requestId: string;
}): Caller {
  const { principal, clientAddress, assertion, requestId } = request;
  const origin = { principal, clientAddress, requestId };
  return { workspaceId: principal.workspaceId, assertion, requestId, origin };
}
