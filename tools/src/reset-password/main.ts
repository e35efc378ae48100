import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { Command } from 'commander';

import { explainCallFailure, openServiceCalls } from '../services-access/service-calls.ts';
import { findServices } from '../services-access/services-access.ts';

const ANSWER_TIMEOUT_MS = 10_000;

const program = new Command('reset-password')
  .description(
    'Creates a password reset link for someone who forgot their password. The link works once, expires after 1 hour,\n' +
      'and gives access to whoever has it, so send it over a channel that you trust.\n\n' +
      'It calls the service that runs on the data folder or, if OPERATOR_PRIVATE_KEY is set, the gateway at\n' +
      'GATEWAY_URL (the URLs of the other services must be set too).',
  )
  .requiredOption('--email <address>', 'email address of the account')
  .option('--data-dir <dir>', 'DATA_DIR of the service', process.env['DATA_DIR'] ?? '.data')
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
    else console.error(`No account has the email address ${email}.`);
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
  return `${link}\nValid until ${expiresAt}, for one use. To use it:\n\n  ${call}`;
}
