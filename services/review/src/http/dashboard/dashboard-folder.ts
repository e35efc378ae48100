import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Where `npm run build` puts the dashboard. */
export const DASHBOARD_FOLDER = join(
  dirname(require.resolve('@output-review/dashboard/package.json')),
  'dist',
);
