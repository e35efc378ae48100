// Serves the page from its sources and proxies other requests to a running service:
// `npm run develop -w services/dashboard`, beside `npm start`.
import { createServer } from 'vite';

import { viteOptions } from './vite-options.js';

const SERVICE = process.env.OUTPUT_REVIEW_URL ?? 'http://127.0.0.1:8080';

// The service accepts writes from its own origin only.
const target = { target: SERVICE, changeOrigin: true, headers: { origin: SERVICE } };
const server = await createServer({
  ...viteOptions(),
  server: { host: '127.0.0.1', proxy: { '/api': target, '/files': target } },
});
await server.listen();
server.printUrls();
