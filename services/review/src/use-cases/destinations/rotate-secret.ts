import { AppError } from '@output-review/errors';

import type { Caller } from '../caller.ts';
import type { ChangeDestinations } from './destination-changes.ts';

// Long enough for whoever checks signatures to be told the new one.
const FORMER_VALID_MS = 24 * 60 * 60_000;

interface Deps {
  readonly change: ChangeDestinations;
  readonly now: () => Date;
}

/** @returns the new secret. */
export type RotateSecret = (id: string, caller: Caller) => Promise<string>;

/**
 * Makes a new secret for a destination; for a day what is sent is signed by the former one too.
 *
 * @throws AppError NOT_FOUND, or CONFLICT for a channel, which has none.
 */
export const makeRotateSecret =
  ({ change, now }: Deps): RotateSecret =>
  (id, caller) =>
    change(caller, caller.principal.workspaceId, async (changes) => {
      const kind = await changes.kindOf(id);
      if (kind === null) throw new AppError('NOT_FOUND', 'There is no such destination.');
      if (kind === 'slack' || kind === 'email') {
        throw new AppError('CONFLICT', 'What goes to a channel is not signed.');
      }
      const secret = await changes.rotateSecret(id, new Date(now().getTime() + FORMER_VALID_MS));
      changes.audit({
        action: 'destination.secret_rotated',
        target: { kind: 'destination', id },
      });
      return secret;
    });
