import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { Command } from 'commander';

import { dataDirOption, exitBy } from '../services-access/operator-command.ts';
import type { ServiceCalls } from '../services-access/service-calls.ts';

const ANSWER_TIMEOUT_MS = 10_000;

const program = new Command('reset-password')
  .description(
    'Creates a password reset link for someone who forgot their password. The link works once, expires after 1 hour, ' +
      'and gives access to whoever has it, so send it over a channel that you trust.\n\n' +
      'It calls the service that runs on the data folder or, if OPERATOR_PRIVATE_KEY is set, the gateway at ' +
      'GATEWAY_URL (the URLs of the other services must be set too).',
  )
  .requiredOption('--email <address>', 'email address of the account')
  .addOption(dataDirOption)
  .action(({ email, dataDir }: { email: string; dataDir: string }) =>
    exitBy({ dataDir, timeoutMs: ANSWER_TIMEOUT_MS }, (calls) => printLink(calls, email)),
  );

await program.parseAsync();

/** @returns whether an account has this email. */
async function printLink(calls: ServiceCalls, email: string): Promise<boolean> {
  const made = await calls.call('gateway', INTERNAL_OPERATIONS.makePasswordLink, {
    body: { email },
  });
  if (made) console.log(describeLink(made));
  else console.error(`No account has the email address ${email}.`);
  return made !== null;
}

function describeLink({ link, expiresAt }: { link: string; expiresAt: string }): string {
  // Next to the page that the link opens, below the path that the service is served at.
  const { href } = new URL('api/auth/reset-password', link);
  const body = JSON.stringify({ token: new URL(link).hash.slice(1), newPassword: '…' });
  const call = `curl -s ${href} -H 'Content-Type: application/json' -d '${body}'`;
  return `${link}\nValid until ${expiresAt}, for one use. To use it:\n\n  ${call}`;
}
