import { join } from 'node:path';

import { init } from './init.ts';

// npm runs it in the root of the repository, where `docker compose` looks for the file.
console.log(await init(join(process.cwd(), '.env')));
