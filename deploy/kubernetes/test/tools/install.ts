import { ensureChartTools } from './chart-tools.ts';

// Puts into the cache what `npm run check:deploy` would else install when it comes to it.
await ensureChartTools();
