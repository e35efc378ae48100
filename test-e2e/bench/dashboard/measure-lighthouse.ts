import lighthouse, { desktopConfig } from 'lighthouse';

import type { Measurement } from '../frame/report.ts';
import type { SignedIn } from './open-signed-in.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const SCORE_MIN = 95;

/** Measures the scores of Lighthouse for the queue on a desktop screen. */
export async function measureLighthouse({ url, debuggingPort }: SignedIn): Promise<Measurement[]> {
  const result = await lighthouse(
    url,
    // Keeps the session, because reviewers are signed in.
    {
      ...{ port: debuggingPort, disableStorageReset: true, onlyCategories: CATEGORIES },
      logLevel: 'error',
    },
    desktopConfig,
  );
  if (!result) throw new Error('Lighthouse returned no result');
  const { categories, finalDisplayedUrl, lighthouseVersion } = result.lhr;
  if (finalDisplayedUrl.includes('/sign-in'))
    throw new Error('Lighthouse was redirected to the sign-in page');
  return CATEGORIES.map((name) => {
    const score = Math.round((categories[name]?.score ?? 0) * 100);
    return {
      measure: `Lighthouse ${lighthouseVersion}, ${name}`,
      ours: String(score),
      goal: `>= ${SCORE_MIN}`,
      isReached: score >= SCORE_MIN,
    };
  });
}
