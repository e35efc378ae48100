import type { UserPrincipal, WorkspacePrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { AuditEntry, AuditOrigin } from '@output-review/runtime';

/** What somebody asks for in a workspace, and in the course of which request. */
export interface WorkspaceRequest extends AuditOrigin {
  readonly principal: WorkspacePrincipal;
  readonly requestId: string;
}

/** Keeps for the audit what was done, in the transaction that does it. */
export type Audit = (...entries: readonly AuditEntry[]) => Promise<void>;

/** The person who asks. @throws AppError FORBIDDEN where it is none. */
export function userOf({ principal }: WorkspaceRequest): UserPrincipal {
  if (principal.kind === 'user') return principal;
  throw new AppError('FORBIDDEN', 'That is for people.');
}
