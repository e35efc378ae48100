import type { WorkspacePrincipal } from '@output-review/contracts';
import type { RegistryCaller } from '@output-review/runtime';

/** In whose name a request asks other services. */
export function callerOf(request: {
  readonly principal: WorkspacePrincipal;
  readonly assertion: string;
  readonly requestId: string;
}): RegistryCaller {
  const { principal, assertion, requestId } = request;
  return { workspaceId: principal.workspaceId, assertion, requestId };
}
