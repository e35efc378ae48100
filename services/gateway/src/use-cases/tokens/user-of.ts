import type { UserPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { WorkspaceRequest } from './token-store.ts';

/** The person who asks. @throws AppError FORBIDDEN where it is none. */
export function userOf({ principal }: WorkspaceRequest): UserPrincipal {
  if (principal.kind === 'user') return principal;
  throw new AppError('FORBIDDEN', 'That is for people.');
}
