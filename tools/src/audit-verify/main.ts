import { makeLinkOf } from '@output-review/runtime';
import { Command } from 'commander';

import { explainCallFailure, openServiceCalls } from '../services-access/service-calls.ts';
import { findServices } from '../services-access/services-access.ts';
import { describeVerdict } from './describe-verdict.ts';
import { findAuditKey } from './find-audit-key.ts';
import { readChains } from './read-chains.ts';
import { verifyChain } from './verify-chain.ts';

// A page is a thousand records.
const PAGE_TIMEOUT_MS = 30_000;

const program = new Command('audit:verify')
  .description(
    'Proves the audit: holds every record against its link and every end against what the gateway has seen.\n' +
      'It changes nothing, and ends with 1 where it finds anything.\n\n' +
      'It asks the service that runs on the data folder; or, where OPERATOR_PRIVATE_KEY is set, those at\n' +
      'GATEWAY_URL, EVALUATOR_URL, REVIEW_URL, INSTRUCTIONS_URL and MEDIA_URL, and needs their AUDIT_KEY.',
  )
  .option('--data-dir <dir>', 'its DATA_DIR', process.env['DATA_DIR'] ?? '.data')
  .action(async ({ dataDir }: { dataDir: string }) => {
    try {
      process.exitCode = (await verify(dataDir)) ? 0 : 1;
    } catch (error) {
      console.error(explainCallFailure(error));
      process.exitCode = 1;
    }
  });

await program.parseAsync();

/** @returns whether everything is as it was recorded. */
async function verify(dataDir: string): Promise<boolean> {
  const linkOf = makeLinkOf(await findAuditKey(process.env, dataDir));
  const access = await findServices(process.env, dataDir);
  const calls = openServiceCalls(access, { timeoutMs: PAGE_TIMEOUT_MS });
  let chains = 0;
  let broken = 0;
  try {
    for await (const chain of readChains(calls)) {
      const verdict = await verifyChain(chain, linkOf);
      chains += 1;
      if (verdict.findings.length > 0) broken += 1;
      for (const line of describeVerdict(chain, verdict)) console.log(line);
    }
  } finally {
    await calls.close();
  }
  console.log(
    broken === 0
      ? `All there is in ${chains} ${chains === 1 ? 'chain' : 'chains'} is as it was recorded.`
      : `${broken} of ${chains} chains are not as they were recorded.`,
  );
  return broken === 0;
}
