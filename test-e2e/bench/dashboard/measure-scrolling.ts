import { countOf, type Measurement, milliseconds } from '../frame/report.ts';
import type { SignedIn } from './open-signed-in.ts';

const FRAME_MS_MAX = 50;
// At 60 frames a second: a free-spinning wheel moves 9,000 pixels per second, a dragged scrollbar more than anyone can
// read.
const SPEEDS = [
  { by: 'a wheel', stepPx: 150 },
  { by: 'the scrollbar', stepPx: 380 },
];

interface Scrolled {
  readonly rows: number;
  readonly frames: number;
  readonly slowFrames: number;
  readonly slowestMs: number;
}

/** Scrolls from the first row of all outputs to the last, loading rows on the way. */
export async function measureScrolling({ url, context }: SignedIn): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const { by, stepPx } of SPEEDS) {
    const page = await context.newPage();
    await page.goto(`${url}/outputs`);
    await page.getByRole('row').nth(20).waitFor();
    const { rows, frames, slowFrames, slowestMs } = await page.evaluate<Scrolled>(scroll(stepPx));
    await page.close();
    measurements.push({
      measure: `frames over ${FRAME_MS_MAX} ms while ${countOf(rows)} rows scroll by ${by}`,
      ours: `${slowFrames} of ${countOf(frames)} (slowest ${milliseconds(slowestMs)})`,
      goal: '0',
      isReached: slowFrames === 0,
    });
  }
  return measurements;
}

// The browser reports each frame that took more than 50 ms.
const scroll = (stepPx: number): string => `new Promise((resolve) => {
  const table = document.querySelector('[role="table"]');
  const frame = table.parentElement;
  const rows = Number(table.getAttribute('aria-rowcount')) - 1;
  const began = performance.now();
  const slow = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (startTime >= began) slow.push(duration);
    }
  });
  observer.observe({ type: 'long-animation-frame' });
  let frames = 0;
  const step = () => {
    frames += 1;
    frame.scrollTop += ${stepPx};
    if (!table.querySelector('[aria-rowindex="' + (rows + 1) + '"]')) requestAnimationFrame(step);
    else setTimeout(() => resolve({
      rows, frames, slowFrames: slow.filter((ms) => ms > ${FRAME_MS_MAX}).length,
      slowestMs: Math.max(0, ...slow),
    }), 500);
  };
  requestAnimationFrame(step);
})`;
