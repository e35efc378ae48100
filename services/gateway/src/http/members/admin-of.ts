import type { WorkspacePrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { AdminOrigin } from '../../use-cases/people/change-member.ts';

interface Asking {
  readonly principal: WorkspacePrincipal;
  readonly clientAddress: string | null;
  readonly requestId: string;
}

/** Who asks, of an operation that takes sessions alone. */
export function adminOf({ principal, clientAddress, requestId }: Asking): AdminOrigin {
  if (principal.kind !== 'user') throw new AppError('FORBIDDEN', 'Members are for people.');
  return { principal, clientAddress, requestId };
}
