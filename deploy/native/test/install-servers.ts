import { cacheFolder } from '../src/install/install-once.ts';
import { ensureGoProgram } from '../src/install/go-programs.ts';
import { installServers } from '../src/stack/stack-servers.ts';

// Puts into the cache what the tests on the stack would else install when they come to it.
const context = {
  cacheDir: cacheFolder(process.env),
  onProgress: (line: string) => console.log(line),
};
await ensureGoProgram('toxiproxy', context);
await ensureGoProgram('versitygw', context);
await installServers(context);
