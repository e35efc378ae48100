import { Command } from 'commander';

import { explainCallFailure, openServiceCalls } from '../services-access/service-calls.ts';
import { findServices } from '../services-access/services-access.ts';
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
  .option('--data-dir <dir>', 'DATA_DIR of the service', process.env['DATA_DIR'] ?? '.data')
  .action(async ({ dataDir }: { dataDir: string }) => {
    try {
      process.exitCode = (await rotate(dataDir)) ? 0 : 1;
    } catch (error) {
      console.error(explainCallFailure(error));
      process.exitCode = 1;
    }
  });

await program.parseAsync();

/** @returns whether everything is sealed with the present key. */
async function rotate(dataDir: string): Promise<boolean> {
  const access = await findServices(process.env, dataDir);
  const calls = openServiceCalls(access, { timeoutMs: PAGE_TIMEOUT_MS });
  let unreadable = 0;
  try {
    for await (const each of resealEverywhere(calls)) {
      unreadable += each.unreadable;
      const left = each.unreadable === 0 ? '' : `, ${each.unreadable} cannot be decrypted`;
      console.log(`${each.service}: ${each.what}: ${each.resealed} re-encrypted${left}`);
    }
  } finally {
    await calls.close();
  }
  console.log(
    unreadable === 0
      ? 'Everything is encrypted with ENCRYPTION_KEY.'
      : 'What cannot be decrypted was encrypted with neither key. Set its key as ' +
          'ENCRYPTION_KEY_PREVIOUS and run this again.',
  );
  return unreadable === 0;
}
