import type { Logger } from '@output-review/runtime';

export interface OutputKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** A submission whose body is still here. */
export interface SubmissionBody extends OutputKey {
  /** Whether nobody here needs the body once review holds it. */
  readonly isDroppable: boolean;
}

/** A page of bodies, oldest first. */
export interface BodiesPage {
  readonly bodies: readonly SubmissionBody[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

/** How much may be sent again, or was. */
export interface ResendVolume {
  readonly rows: number;
  /** Of bodies. */
  readonly bytes: number;
}

export interface ReconcileBodiesDeps {
  readonly log: Logger;
  /** Submissions that are old enough for review to have them, from `after` on. */
  readonly listBodies: (after: string | null) => Promise<BodiesPage>;
  /** Which of them review holds. */
  readonly confirmHeld: (keys: readonly OutputKey[]) => Promise<readonly OutputKey[]>;
  readonly dropBodies: (keys: readonly OutputKey[]) => Promise<void>;
  /** Has those that are due sent again, oldest first, as far as there is room. */
  readonly resend: (keys: readonly OutputKey[], room: ResendVolume) => Promise<ResendVolume>;
}

// What one turn sends again, a minute's worth: a small part of what the pipeline takes beside new
// submissions, because a consumer that merely lags has these on its way already.
const ROOM: ResendVolume = { rows: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * Goes through the bodies that are still here. Those that review holds are dropped: until then they are
 * what a read is answered from when its consumer lags. Id, fingerprint and answer stay. Those that
 * review does not hold are sent again, since Kafka may have lost what it acknowledged.
 */
export const makeReconcileBodies =
  ({ log, listBodies, confirmHeld, dropBodies, resend }: ReconcileBodiesDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    let room = ROOM;
    let after: string | null = null;
    do {
      const page: BodiesPage = await listBodies(after);
      const { held, missing } = split(page.bodies, await heldOf(page.bodies));
      if (held.length > 0) await dropBodies(held);
      if (missing.length > 0 && room.rows > 0 && room.bytes > 0) {
        const { rows, bytes } = await resend(missing, room);
        room = { rows: room.rows - rows, bytes: room.bytes - bytes };
      }
      after = page.next;
    } while (after !== null && !signal.aborted);
    const submissions = ROOM.rows - room.rows;
    if (submissions > 0) log.warn({ submissions }, 'submissions that review lacks sent again');

    function heldOf(keys: readonly OutputKey[]): Promise<readonly OutputKey[]> {
      return keys.length === 0 ? Promise.resolve([]) : confirmHeld(keys.map(toKey));
    }
  };

function split(bodies: readonly SubmissionBody[], confirmed: readonly OutputKey[]) {
  const names = new Set(confirmed.map(nameOf));
  return {
    held: bodies.filter((body) => body.isDroppable && names.has(nameOf(body))),
    missing: bodies.filter((body) => !names.has(nameOf(body))),
  };
}

const toKey = ({ workspaceId, id }: OutputKey): OutputKey => ({ workspaceId, id });
const nameOf = ({ workspaceId, id }: OutputKey): string => `${workspaceId}/${id}`;
