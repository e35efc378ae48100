import { cacheFolder } from '../src/install/install-once.ts';
import { ensureGoProgram } from '../src/install/go-programs.ts';
import { installServers } from '../src/stack/stack-servers.ts';

// Fills the cache with the programs that the stack tests would otherwise install on first use.
const context = {
  cacheDir: cacheFolder(process.env),
  onProgress: (line: string) => console.log(line),
};
await ensureGoProgram('toxiproxy', context);
await ensureGoProgram('versitygw', context);
await installServers(context);
