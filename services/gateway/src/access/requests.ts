import type { UserPrincipal, WorkspacePrincipal } from '@output-review/contracts';
import type { AuditOrigin } from '@output-review/shared-kernel';

/** What somebody asks for in a workspace, and in the course of which request. */
export interface WorkspaceRequest extends AuditOrigin {
  readonly principal: WorkspacePrincipal;
  readonly requestId: string;
}

/** The same of a person: nobody else may ask for what takes no tokens. */
export interface UserRequest extends WorkspaceRequest {
  readonly principal: UserPrincipal;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Where a request comes from; a session is known by it to its user. */
export interface ClientInfo {
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
}

// Longer than any browser's, and no room for whoever wants to fill the table.
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
