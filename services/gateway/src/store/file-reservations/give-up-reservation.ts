import type { SqlClient } from '@output-review/runtime';

import type { FileClaim } from '../../use-cases/submissions/file-claim.ts';
import { endReservation } from './end-reservation.ts';
import { findHeld } from './find-held.ts';

/**
 * Ends an attempt of which nobody knows how far it came: a connection may have broken before or after
 * the commit. An insert that is under way locks the reservation, so it is waited for here; one that
 * comes later finds none.
 *
 * @returns whether the submission of the attempt is durable.
 */
export async function giveUpReservation(client: SqlClient, claim: FileClaim): Promise<boolean> {
  await endReservation(client, claim);
  return (await findHeld(client, [claim])).size > 0;
}
