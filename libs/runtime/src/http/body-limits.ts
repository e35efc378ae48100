import type { BodyBudgetOptions, Pace } from './body-place.ts';
import type { SmallReserve } from './byte-budget.ts';

/** The largest body accepted from outside, in bytes. Source: the interface, submitting. */
export const BODY_BYTES_MAX = 4_500_000;

/**
 * The limit between services: the event of the largest submission, re-encoded, with room for its evaluations. Still
 * small compared to the budget for bodies in flight.
 */
export const INTERNAL_BODY_BYTES_MAX = 16_000_000;

/** Bodies in flight in one service, both being read and waiting for their answer. Source: flow, accepting. */
export const BODIES_IN_FLIGHT_BYTES_MAX = 32_000_000;

/**
 * The part of the budget that is reserved for small bodies: a typical submission has some thousand bytes and must not
 * wait until the largest have been answered.
 */
export const SMALL_BODIES_RESERVE: SmallReserve = { bytes: 4_000_000, smallBytesMax: 64_000 };

/** How long a body waits for room. Source: flow, accepting. */
const BODY_WAIT_MS_MAX = 10_000;

/** How long a body may take to arrive, excluding its wait for room. */
export const BODY_ARRIVAL_MS_MAX = 30_000;

/** The pace at which the largest body arrives in time. */
const PACE: Pace = {
  bytesPerSecondMin: BODY_BYTES_MAX / (BODY_ARRIVAL_MS_MAX / 1_000),
  graceMs: 2_000,
};

/**
 * The budget for authenticated callers. A client (a token, a person or an address) may use two thirds of it: enough for
 * submissions that wait for verdicts plus a large body. The rest still exceeds the largest body. The share is not
 * smaller, since many callers may share an address.
 */
export const CALLERS_BUDGET: BodyBudgetOptions = {
  bytesMax: BODIES_IN_FLIGHT_BYTES_MAX,
  shareBytesMax: Math.floor((BODIES_IN_FLIGHT_BYTES_MAX * 2) / 3),
  waitMsMax: BODY_WAIT_MS_MAX,
  pace: PACE,
  reserve: SMALL_BODIES_RESERVE,
};

/** The largest body of an operation without a credential: names and passwords. */
export const PUBLIC_BODY_BYTES_MAX = 16_384;

/** The same for a text body: Slack sends the whole message whose button was pressed. */
export const PUBLIC_TEXT_BYTES_MAX = 131_072;

/** A separate budget, so that anonymous requests take nothing from callers: room for some 250 of the largest. */
export const STRANGERS_BUDGET: BodyBudgetOptions = {
  bytesMax: 4_000_000,
  shareBytesMax: 2_000_000,
  waitMsMax: BODY_WAIT_MS_MAX,
  pace: PACE,
};

/** How long a link to a file is valid. Source: the interface's rules for files. */
export const LINK_LIFETIME_SECONDS = 300;

/** How long a file may take to transfer; its link is valid for as long. */
export const FILE_ARRIVAL_MS_MAX = LINK_LIFETIME_SECONDS * 1000;

/** How long a file transfer may stall. */
export const FILE_SILENCE_MS_MAX = 30_000;
