import { join } from 'node:path';

import { init } from './init.ts';

try {
  refuseArguments(process.argv.slice(2));
  // npm runs it in the root of the repository, where `docker compose` looks for the file.
  console.log(await init(join(process.cwd(), '.env')));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Someone who only asks for help must not get other certificates. */
function refuseArguments(given: readonly string[]): void {
  if (given.length === 0) return;
  throw new Error(
    `${given.join(' ')}: it takes no arguments. It creates .env and .compose here, or renews the certificates in .compose; docs/compose.md describes both.`,
  );
}
