import { Command } from 'commander';

import { dataDirOption, exitBy, withCalls } from '../services-access/operator-command.ts';
import type { ServiceCalls } from '../services-access/service-calls.ts';
import { resealEverywhere } from './reseal-everywhere.ts';

// A page is some hundred rows.
const PAGE_TIMEOUT_MS = 30_000;

const program = new Command('rotate-encryption-key')
  .description(
    'Re-encrypts with ENCRYPTION_KEY what was encrypted with ENCRYPTION_KEY_PREVIOUS. The services must have been\n' +
      'started with both. You can run it more than once.\n\n' +
      'It calls the service that runs on the data folder or, if OPERATOR_PRIVATE_KEY is set, the services at\n' +
      'GATEWAY_URL, EVALUATOR_URL, REVIEW_URL, INSTRUCTIONS_URL and MEDIA_URL.',
  )
  .addOption(dataDirOption)
  .action(({ dataDir }: { dataDir: string }) =>
    exitBy(() => withCalls(dataDir, PAGE_TIMEOUT_MS, rotate)),
  );

await program.parseAsync();

/** @returns whether everything is sealed with the present key. */
async function rotate(calls: ServiceCalls): Promise<boolean> {
  let unreadable = 0;
  for await (const each of resealEverywhere(calls)) {
    unreadable += each.unreadable;
    const left = each.unreadable === 0 ? '' : `, ${each.unreadable} cannot be decrypted`;
    console.log(`${each.service}: ${each.what}: ${each.resealed} re-encrypted${left}`);
  }
  console.log(
    unreadable === 0
      ? 'Everything is encrypted with ENCRYPTION_KEY.'
      : 'What cannot be decrypted was encrypted with neither key. Set its key as ' +
          'ENCRYPTION_KEY_PREVIOUS and run this again.',
  );
  return unreadable === 0;
}
