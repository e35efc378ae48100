// A process of its own, so that what never ends can be ended, and its time is nobody else's.
import { READERS, type Reader } from './readers.ts';
import { type Shape, SHAPES, textOf } from './shapes.ts';

/** What is told of a function: the shape that it is given now, and at the end what is wrong with it. */
export type Progress =
  | { readonly shape: Shape }
  | { readonly done: true; readonly faults: readonly string[] };

const LENGTH = 4_096;
// Of texts twice as long as one another a square takes four times as long, which is the limit itself. Eight
// times as long, one has 64 times the work, what is linear 8, with a logarithm 11; the limit of four for
// each doubling would be 64. This one is half of that: collecting garbage of long texts adds to what is linear.
const TIMES = 8;
const WORK_TIMES_MAX = 32;
// A square of the longer text would be 1,000,000,000 steps. What takes less than this, compiling and all, has
// none, and is too quick to be compared.
const SQUARE_US_MIN = 10_000;
// By then the shorter text has told so already: most functions are done with it in less, and need no other.
const SHORT_US_MIN = SQUARE_US_MIN / TIMES ** 2;
const ATTEMPTS = 12;

process.on('message', (name: string) => {
  void measure(READERS[name] ?? (() => null)).then((faults) => tell({ done: true, faults }));
});

async function measure(read: Reader): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const shape of SHAPES) {
    tell({ shape });
    const times = await growth(read, shape);
    if (times > WORK_TIMES_MAX) {
      faults.push(
        `${JSON.stringify(shape)}: ${TIMES} times the text, ${Math.round(times)} the work`,
      );
    }
  }
  return faults;
}

/**
 * How many times the work is of how many times the text; the least of some attempts, for other work on the
 * machine, compiling and collecting garbage only ever add to it.
 */
async function growth(read: Reader, shape: Shape): Promise<number> {
  const short = textOf(shape, LENGTH);
  let least = await work(read, short);
  if (least >= SHORT_US_MIN) least = Math.min(least, await work(read, short));
  if (least < SHORT_US_MIN) return 1;
  const long = textOf(shape, LENGTH * TIMES);
  let leastLong = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    leastLong = Math.min(leastLong, await work(read, long));
    if (leastLong < SQUARE_US_MIN || leastLong / least <= WORK_TIMES_MAX) return 1;
    least = Math.min(least, await work(read, short));
  }
  return leastLong / least;
}

/** Microseconds of the processor: no other process counts, and no waiting. */
async function work(read: Reader, text: string): Promise<number> {
  const start = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function tell(progress: Progress): void {
  process.send?.(progress);
}
