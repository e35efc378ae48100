import { ensureChartTools } from './chart-tools.ts';

// Fills the cache with the tools that `npm run check:deploy` would otherwise install on first use.
await ensureChartTools();
