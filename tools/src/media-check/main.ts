import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { Command } from 'commander';

import { dataDirOption, exitBy, withCalls } from '../services-access/operator-command.ts';
import type { ServiceCalls } from '../services-access/service-calls.ts';
import { describeCheck } from './describe-check.ts';

const { checkFiles } = INTERNAL_OPERATIONS;

// Each row is looked up in the store, which takes a while for a million rows.
const TIMEOUT_MS = 60 * 60_000;

const program = new Command('media:check')
  .description(
    'Compares the file store with the database of media: deletes objects that have had no row for a day, and ' +
      'reports rows whose objects are missing. The service also does this once a day.\n\n' +
      'It calls the service that runs on the data folder or, if OPERATOR_PRIVATE_KEY is set, the services at ' +
      'GATEWAY_URL, EVALUATOR_URL, REVIEW_URL, INSTRUCTIONS_URL and MEDIA_URL.',
  )
  .addOption(dataDirOption)
  .action(({ dataDir }: { dataDir: string }) =>
    exitBy(() => withCalls(dataDir, TIMEOUT_MS, check)),
  );

await program.parseAsync();

/** @returns whether every file has its bytes. */
async function check(calls: ServiceCalls): Promise<boolean> {
  const found = await calls.call('media', checkFiles, {});
  if (!found)
    throw new Error('This media service cannot check its files. It belongs to another release.');
  console.log(describeCheck(found));
  return found.missing === 0;
}
