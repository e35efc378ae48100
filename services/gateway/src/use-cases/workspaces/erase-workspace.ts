import { AppError } from '@output-review/errors';

import type { AdminOrigin } from '../people/change-member.ts';

/** A workspace that is held, in a transaction. */
export interface HeldWorkspace {
  readonly name: string;
  /** Whether who asks is an admin there: another one may have been quicker. */
  readonly isAdmin: boolean;
  /** Ends it for good: tokens, members and invitations are gone, and all services are told. */
  end(): Promise<void>;
}

export interface EraseWorkspaceDeps {
  /** @throws AppError NOT_FOUND where it is being erased already. */
  readonly hold: (
    origin: AdminOrigin,
    work: (workspace: HeldWorkspace) => Promise<void>,
  ) => Promise<void>;
}

export interface EraseRequest {
  readonly workspaceId: string;
  /** As an admin has typed it. */
  readonly name: string;
}

/**
 * Ends a workspace: nobody comes in from the answer on, and what belongs to it is erased in every
 * service within minutes.
 *
 * @throws AppError NOT_FOUND for another workspace than the one that the admin acts in;
 *   FORBIDDEN; VALIDATION_FAILED where the name is not its name.
 */
export const makeEraseWorkspace =
  ({ hold }: EraseWorkspaceDeps) =>
  (origin: AdminOrigin, { workspaceId, name }: EraseRequest): Promise<void> => {
    if (workspaceId !== origin.principal.workspaceId) {
      return Promise.reject(
        new AppError('NOT_FOUND', 'You are in no workspace with this id; switch to it first.'),
      );
    }
    return hold(origin, async (workspace) => {
      if (!workspace.isAdmin) throw new AppError('FORBIDDEN', 'You are not an admin any more.');
      if (workspace.name !== name) throw notItsName();
      await workspace.end();
    });
  };

function notItsName(): AppError {
  const message = 'Is not the name of this workspace.';
  return new AppError('VALIDATION_FAILED', message, { fields: { name: message } });
}
