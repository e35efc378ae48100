import { ensureGoProgram } from '../src/install/go-programs.ts';
import { cacheFolder } from '../src/install/install-once.ts';
import { installServers } from '../src/stack/stack-servers.ts';

// Fills the cache with the servers that the stack tests would otherwise install on first use. Only with the argument
// `all` those that neither the journeys nor the kill tests need.
const context = {
  cacheDir: cacheFolder(process.env),
  onProgress: (line: string) => console.log(line),
};
await installServers(context);
if (process.argv.includes('all')) {
  await ensureGoProgram('toxiproxy', context);
  await ensureGoProgram('minio', context);
}
