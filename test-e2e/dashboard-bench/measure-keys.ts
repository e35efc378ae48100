import { type Measurement, milliseconds } from '../load/report.ts';
import { percentile } from '../load/percentile.ts';
import type { SignedIn } from './open-signed-in.ts';

const PRESSES = 30;
const KEY_MS_MAX = 100;

/** From the key that decides to the next output on the screen. */
export async function measureKeys({ url, context }: SignedIn): Promise<Measurement[]> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('article').waitFor();
  // What is decided in a measurement is taken back: a reviewer reads longer than a program.
  await page.evaluate(NOTE_PAINTS);
  for (let press = 1; press <= PRESSES; press += 1) {
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.keyboard.press('a');
    await page.waitForFunction(`globalThis.paints.length === ${press}`);
  }
  const times = await page.evaluate<number[]>('globalThis.paints');
  await page.close();
  const p95 = percentile(times, 95);
  return [
    {
      measure: `from the key to the next output painted, p95 of ${PRESSES}`,
      ours: `${milliseconds(p95)} (median ${milliseconds(percentile(times, 50))})`,
      goal: `< ${milliseconds(KEY_MS_MAX)}`,
      isReached: p95 < KEY_MS_MAX,
    },
  ];
}

// A task that a frame's callback asks for runs when the frame has been painted.
const NOTE_PAINTS = `
  globalThis.paints = [];
  const shown = () => document.querySelector('article dd')?.textContent;
  document.addEventListener('keydown', () => {
    const [began, before] = [performance.now(), shown()];
    const look = () => {
      const now = shown();
      if (now === undefined || now === before) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => paints.push(performance.now() - began)));
    };
    look();
  }, { capture: true });`;
