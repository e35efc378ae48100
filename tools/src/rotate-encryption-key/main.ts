import { Command } from 'commander';

import { explainCallFailure, openServiceCalls } from '../services-access/service-calls.ts';
import { findServices } from '../services-access/services-access.ts';
import { resealEverywhere } from './reseal-everywhere.ts';

// A page is some hundred rows.
const PAGE_TIMEOUT_MS = 30_000;

const program = new Command('rotate-encryption-key')
  .description(
    'Has the services seal with ENCRYPTION_KEY what ENCRYPTION_KEY_PREVIOUS has sealed. They must have been\n' +
      'started with both. To run it again does no harm.\n\n' +
      'It asks the service that runs on the data folder; or, where OPERATOR_PRIVATE_KEY is set, those at\n' +
      'GATEWAY_URL, EVALUATOR_URL, REVIEW_URL, INSTRUCTIONS_URL and MEDIA_URL.',
  )
  .option('--data-dir <dir>', 'its DATA_DIR', process.env['DATA_DIR'] ?? '.data')
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
      const left = each.unreadable === 0 ? '' : `, ${each.unreadable} cannot be opened`;
      console.log(`${each.service}: ${each.what}: ${each.resealed} sealed anew${left}`);
    }
  } finally {
    await calls.close();
  }
  console.log(
    unreadable === 0
      ? 'Everything there is has been sealed with ENCRYPTION_KEY.'
      : 'What cannot be opened was sealed with neither key. Set its key as ENCRYPTION_KEY_PREVIOUS and run this again.',
  );
  return unreadable === 0;
}
