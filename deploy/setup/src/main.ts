import { makeLogger } from '@output-review/runtime';

import { type Part, PARTS, readSetupConfig } from './config.ts';
import { setUpBucket } from './set-up-bucket.ts';
import { setUpDatabase } from './set-up-database.ts';
import { setUpTopics } from './set-up-topics.ts';

try {
  await setUp(readParts(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function setUp(parts: readonly Part[]): Promise<void> {
  const { database, topics, bucket } = readSetupConfig(process.env, parts);
  const tell = (line: string): void => console.log(line);
  // What the clients of the servers have to say beside that is for nobody.
  const log = makeLogger({ service: 'setup', level: 'silent' });
  if (database) await setUpDatabase(database, tell);
  if (topics) await setUpTopics(topics, { tell, log });
  if (bucket) await setUpBucket(bucket, tell);
}

function readParts(args: readonly string[]): readonly Part[] {
  const unknown = args.filter((arg) => !PARTS.some((part) => part === arg));
  if (unknown.length > 0) {
    throw new Error(`It sets up ${PARTS.join(', ')}; it knows no ${unknown.join(', ')}.`);
  }
  return args.length === 0 ? PARTS : PARTS.filter((part) => args.includes(part));
}
