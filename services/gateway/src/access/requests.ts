import type { UserPrincipal, WorkspacePrincipal } from '@output-review/contracts';
import type { AuditOrigin } from '@output-review/shared-kernel';

/** A request in a workspace, with its request ID. */
export interface WorkspaceRequest extends AuditOrigin {
  readonly principal: WorkspacePrincipal;
  readonly requestId: string;
}

/** The same for a person, for operations that refuse tokens. */
export interface UserRequest extends WorkspaceRequest {
  readonly principal: UserPrincipal;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Where a request comes from. Users recognize their sessions by it. */
export interface ClientInfo {
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
}

// Longer than that of any browser, and too short to fill the table.
const USER_AGENT_LENGTH_MAX = 512;

export function clientInfoOf({
  headers,
  clientAddress,
  requestId,
}: Omit<ClientInfo, 'userAgent'> & { readonly headers: Headers }): ClientInfo {
  const userAgent = headers['user-agent'];
  return {
    clientAddress,
    userAgent: typeof userAgent === 'string' ? userAgent.slice(0, USER_AGENT_LENGTH_MAX) : null,
    requestId,
  };
}

/** The request of a user who accepts an invitation or opens an emailed link. */
export function originOf(
  principal: Omit<UserPrincipal, 'kind'>,
  { clientAddress, requestId }: Pick<ClientInfo, 'clientAddress' | 'requestId'>,
): UserRequest {
  return { principal: { kind: 'user', ...principal }, clientAddress, requestId };
}
