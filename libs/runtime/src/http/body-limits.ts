import type { BodyBudgetOptions, Pace } from './body-place.ts';
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

/** How long a body waits for room. Source: flow, accepting. */
const BODY_WAIT_MS_MAX = 10_000;

/** How long a body may take to arrive, beside its wait for room. */
export const BODY_ARRIVAL_MS_MAX = 30_000;

/** What the largest body needs to arrive in its time. */
const PACE: Pace = {
  bytesPerSecondMin: BODY_BYTES_MAX / (BODY_ARRIVAL_MS_MAX / 1_000),
  graceMs: 2_000,
};

/**
 * The budget of callers with a credential. A client, which is a token, a person or an address, may have
 * two thirds of it: as much as may wait for verdicts and, beside that, a large body; and what it
 * leaves to others is more than the largest body. Not less, since many may share an address.
 */
export const CALLERS_BUDGET: BodyBudgetOptions = {
  bytesMax: BODIES_IN_FLIGHT_BYTES_MAX,
  shareBytesMax: Math.floor((BODIES_IN_FLIGHT_BYTES_MAX * 2) / 3),
  waitMsMax: BODY_WAIT_MS_MAX,
  pace: PACE,
  reserve: SMALL_BODIES_RESERVE,
};

/** The greatest body of an operation that asks for no credential: names and passwords. */
export const PUBLIC_BODY_BYTES_MAX = 16_384;

/** The same of one that is text: what Slack sends has the whole message that somebody has pressed a button of. */
export const PUBLIC_TEXT_BYTES_MAX = 131_072;

/** Theirs alone, so that strangers take nothing from callers: room for some 250 of the greatest. */
export const STRANGERS_BUDGET: BodyBudgetOptions = {
  bytesMax: 4_000_000,
  shareBytesMax: 2_000_000,
  waitMsMax: BODY_WAIT_MS_MAX,
  pace: PACE,
};

/** How long a link to a file holds. Source: the interface's rules for files. */
export const LINK_LIFETIME_SECONDS = 300;

/** How long the bytes of a file may take, which have a link for so long. */
export const FILE_ARRIVAL_MS_MAX = LINK_LIFETIME_SECONDS * 1000;

/** How long they may stand still meanwhile. */
export const FILE_SILENCE_MS_MAX = 30_000;
