import { createReadStream, createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

// The baseline for storing and serving files: one stream to the disk and one from it, without authentication, checks or
// syncing.
const [, , folder = '.'] = process.argv;

const server = createServer((req, res) => {
  const path = join(folder, basename(req.url ?? ''));
  const copying =
    req.method === 'PUT'
      ? pipeline(req, createWriteStream(path)).then(() => res.end())
      : pipeline(createReadStream(path), res);
  copying.catch((error: unknown) => res.destroy(error instanceof Error ? error : undefined));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`ready {"url":"http://127.0.0.1:${port}","pid":${process.pid}}\n`);
});
process.on('SIGINT', () => {
  server.closeAllConnections();
  server.close();
});
