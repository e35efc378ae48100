import { join } from 'node:path';

import { init } from './init.ts';

try {
  // npm runs it in the root of the repository, where `docker compose` looks for the file.
  console.log(await init(join(process.cwd(), '.env')));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
