import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { Command } from 'commander';

import { explainCallFailure, openServiceCalls } from '../services-access/service-calls.ts';
import { findServices } from '../services-access/services-access.ts';

const ANSWER_TIMEOUT_MS = 10_000;

const program = new Command('reset-password')
  .description(
    'Makes a link by which somebody who forgot the password chooses a new one. It is good for an hour,\n' +
      'once, and lets whoever has it in: hand it over by a way that you trust.\n\n' +
      'It asks the service that runs on the data folder; or, where OPERATOR_PRIVATE_KEY is set, the gateway\n' +
      'at GATEWAY_URL (the other services must be named too).',
  )
  .requiredOption('--email <address>', 'of the account')
  .option('--data-dir <dir>', 'its DATA_DIR', process.env['DATA_DIR'] ?? '.data')
  .action(async ({ email, dataDir }: { email: string; dataDir: string }) => {
    try {
      process.exitCode = (await printLink(email, dataDir)) ? 0 : 1;
    } catch (error) {
      console.error(explainCallFailure(error));
      process.exitCode = 1;
    }
  });

await program.parseAsync();

/** @returns whether somebody has the address. */
async function printLink(email: string, dataDir: string): Promise<boolean> {
  const access = await findServices(process.env, dataDir);
  const calls = openServiceCalls(access, { timeoutMs: ANSWER_TIMEOUT_MS });
  try {
    const made = await calls.call('gateway', INTERNAL_OPERATIONS.makePasswordLink, {
      body: { email },
    });
    if (made) console.log(describeLink(made));
    else console.error(`Nobody has the address ${email}.`);
    return made !== null;
  } finally {
    await calls.close();
  }
}

function describeLink({ link, expiresAt }: { link: string; expiresAt: string }): string {
  // Beside the page that the link leads to, below whatever path the service is served.
  const { href } = new URL('api/auth/reset-password', link);
  const body = JSON.stringify({ token: new URL(link).hash.slice(1), newPassword: '…' });
  const call = `curl -s ${href} -H 'Content-Type: application/json' -d '${body}'`;
  return `${link}\nGood until ${expiresAt}, once. To use it:\n\n  ${call}`;
}
