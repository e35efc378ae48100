// Runs in a separate process, so that endless functions can be killed and only their time is measured.
import { READERS, type Reader } from './readers.ts';
import { type Shape, SHAPES, textOf } from './shapes.ts';

/** Progress messages: the shape being measured, then the faults of the function. */
export type Progress =
  | { readonly shape: Shape }
  | { readonly done: true; readonly faults: readonly string[] };

const LENGTH = 4_096;
// With twice the text, quadratic work is four times as much, which is exactly the limit. With eight times the text,
// quadratic work is 64 times as much, linear 8, with a logarithm 11. The limit of four per doubling would be 64. This
// is half of it, because garbage collection of long texts adds to linear work.
const TIMES = 8;
const WORK_TIMES_MAX = 32;
// Quadratic work on the longer text takes 1,000,000,000 steps. Anything faster than this, including compilation, is not
// quadratic and too fast to compare.
const SQUARE_US_MIN = 10_000;
// If the shorter text takes less, the longer one need not be measured. That is the case for most functions.
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
 * The ratio of the work to the shorter text's work. Takes the minimum of several attempts, because other processes,
 * compilation and garbage collection only add to it.
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

/** CPU time in microseconds, without other processes and waiting. */
async function work(read: Reader, text: string): Promise<number> {
  const start = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function tell(progress: Progress): void {
  process.send?.(progress);
}
