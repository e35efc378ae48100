import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { CALLED_SERVICES, runOperatorCommand } from '../services-access/operator-command.ts';
import type { ServiceCalls } from '../services-access/service-calls.ts';
import { describeCheck } from './describe-check.ts';

const { checkFiles } = INTERNAL_OPERATIONS;

// Each row is looked up in the store, which takes a while for a million rows.
const TIMEOUT_MS = 60 * 60_000;

const description =
  'Compares the file store with the database of media: deletes objects that have had no row for a day, and ' +
  `reports rows whose objects are missing. The service also does this once a day.\n\n${CALLED_SERVICES}`;

await runOperatorCommand({ name: 'media:check', description, timeoutMs: TIMEOUT_MS }, check);

/** @returns whether every file has its bytes. */
async function check(calls: ServiceCalls): Promise<boolean> {
  const found = await calls.call('media', checkFiles, {});
  if (!found)
    throw new Error('This media service cannot check its files. It belongs to another release.');
  console.log(describeCheck(found));
  return found.missing === 0;
}
