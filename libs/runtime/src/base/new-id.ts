import { randomFillSync } from 'node:crypto';

import { v7 } from 'uuid';

// A call to the system's random source costs more than the rest of an ID, so each call fetches bytes for many IDs.
const RANDOM_BYTES_AN_ID = 16;
const POOL = Buffer.alloc(RANDOM_BYTES_AN_ID * 256);
let used = POOL.length;
let latest = { msecs: 0, seq: 0 };

/** Creates an unguessable ID that sorts by time: UUID version 7, monotonic within a process. */
export function newId(): string {
  const random = takeRandom();
  latest = follow(latest, Date.now(), random);
  return v7({ ...latest, random });
}

/** Source: RFC 9562, 6.2, method 1: a counter with a random start in each millisecond. */
function follow(last: typeof latest, now: number, random: Buffer): typeof latest {
  // Leaves the top bit free, so that a millisecond has room for two billion IDs.
  if (now > last.msecs) return { msecs: now, seq: random.readUInt32BE(6) >>> 1 };
  return { msecs: last.msecs, seq: last.seq + 1 };
}

function takeRandom(): Buffer {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += RANDOM_BYTES_AN_ID;
  return POOL.subarray(used - RANDOM_BYTES_AN_ID, used);
}
