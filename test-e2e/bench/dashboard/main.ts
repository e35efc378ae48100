import { join } from 'node:path';

import { runBench } from '../frame/bench.ts';
import { startFilled } from '../frame/database.ts';
import { formatReport, type Measurement } from '../frame/report.ts';
import { seedReview } from '../frame/seed-review.ts';
import { measureKeys } from './measure-keys.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measurePaint } from './measure-paint.ts';
import { measureScrolling } from './measure-scrolling.ts';
import { openSignedIn } from './open-signed-in.ts';

const MEASURES = [measurePaint, measureKeys, measureScrolling, measureLighthouse];

// Measures the dashboard as a reviewer uses it, on an embedded service: largest paint, response to a key, smooth
// scrolling, and the scores of Lighthouse.
await runBench({
  // Outputs in the workspace; one in thirty waits for a decision.
  options: { outputs: { type: 'string', default: '10000' } },
  beside: 'service and browser on the same cores',
  run: async (bench, values) => {
    const count = Number(values.outputs);
    const service = await startFilled(bench, 'data', (client, workspaceId) =>
      seedReview(client, { workspaceId, count, until: new Date() }),
    );
    const browser = await openSignedIn(service.url, join(bench.folder, 'profile'));
    bench.onEnd('the browser', () => browser.context.close());
    const measurements: Measurement[] = [];
    for (const measure of MEASURES) {
      const measured = await measure(browser);
      bench.print(formatReport(measured));
      measurements.push(...measured);
    }
    return bench.report(measurements);
  },
});
