import { type Measurement, milliseconds } from '../load/report.ts';
import type { SignedIn } from './open-signed-in.ts';

const FRAME_MS_MAX = 50;
// As fast as a finger moves a wheel: ten rows a frame.
const STEP_PX = 380;

interface Scrolled {
  readonly rows: number;
  readonly frames: number;
  readonly slowFrames: number;
  readonly slowestMs: number;
}

/** From the first row of all outputs to the last, which are loaded on the way. */
export async function measureScrolling({ url, context }: SignedIn): Promise<Measurement[]> {
  const page = await context.newPage();
  await page.goto(`${url}/outputs`);
  await page.getByRole('row').nth(20).waitFor();
  const { rows, frames, slowFrames, slowestMs } = await page.evaluate<Scrolled>(SCROLL);
  await page.close();
  return [
    {
      measure: `frames over ${FRAME_MS_MAX} ms while ${rows.toLocaleString('en')} rows scroll`,
      ours: `${slowFrames} of ${frames.toLocaleString('en')} (slowest ${milliseconds(slowestMs)})`,
      goal: '0',
      isReached: slowFrames === 0,
    },
  ];
}

// The browser tells of each frame that took more than 50 ms of work.
const SCROLL = `new Promise((resolve) => {
  const table = document.querySelector('[role="table"]');
  const frame = table.parentElement;
  const rows = Number(table.getAttribute('aria-rowcount')) - 1;
  const slow = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) slow.push(duration);
  });
  observer.observe({ type: 'long-animation-frame' });
  let frames = 0;
  const step = () => {
    frames += 1;
    frame.scrollTop += ${STEP_PX};
    if (!table.querySelector('[aria-rowindex="' + (rows + 1) + '"]')) requestAnimationFrame(step);
    else setTimeout(() => resolve({
      rows, frames, slowFrames: slow.filter((ms) => ms > ${FRAME_MS_MAX}).length,
      slowestMs: Math.max(0, ...slow),
    }), 500);
  };
  requestAnimationFrame(step);
})`;
