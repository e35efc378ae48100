import { LINK_LIFETIME_SECONDS } from '../object-store/link-signer.ts';
import type { SmallReserve } from './byte-budget.ts';

/** The greatest body that is taken from outside, in bytes. Source: the interface, submitting. */
export const BODY_BYTES_MAX = 4_500_000;

/**
 * Between services: the event of the greatest submission, encoded again, with room for its
 * evaluations; still small beside the budget of bodies in flight.
 */
export const INTERNAL_BODY_BYTES_MAX = 16_000_000;

/** Bodies in flight in one service, read and waiting for their answer. Source: flow, accepting. */
export const BODIES_IN_FLIGHT_BYTES_MAX = 32_000_000;

/**
 * The part of such a budget that large bodies leave to small ones: a usual submission has some
 * thousand bytes, and must not wait until the largest have been answered.
 */
export const SMALL_BODIES_RESERVE: SmallReserve = { bytes: 4_000_000, smallBytesMax: 64_000 };

/** How long a body waits unread for room. Source: flow, accepting. */
export const BODY_WAIT_MS_MAX = 10_000;

/** How long a body may take to arrive, from the first look at it. */
export const BODY_ARRIVAL_MS_MAX = 30_000;

/** How long the bytes of a file may take, which have a link for so long. */
export const FILE_ARRIVAL_MS_MAX = LINK_LIFETIME_SECONDS * 1000;

/** How long they may stand still meanwhile. */
export const FILE_SILENCE_MS_MAX = 30_000;
