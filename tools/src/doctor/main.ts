import { RELEASE } from '@output-review/contracts';
import { settingOf } from '@output-review/runtime/text';
import { Command } from 'commander';

import { dataDirOption } from '../services-access/operator-command.ts';
import { findServices } from '../services-access/services-access.ts';
import { checkFacts } from './checks.pure.ts';
import { collectFacts } from './collect-facts.ts';
import type { Finding } from './facts.pure.ts';
import { describeFindings, hasProblem } from './report.pure.ts';

const WATCH_MS = 3_000;

interface Flags {
  readonly dataDir: string;
  readonly json: boolean;
}

const program = new Command('doctor')
  .description(
    'Observes a running service for three seconds and reports what is wrong and what to do about it. It changes nothing ' +
      'and prints no secrets. It exits with 1 if there is a problem; warnings can wait.\n\n' +
      'It checks the service that runs on the data folder or, if OPERATOR_PRIVATE_KEY is set, the services at ' +
      'GATEWAY_URL, EVALUATOR_URL, REVIEW_URL, INSTRUCTIONS_URL and MEDIA_URL, one replica of each.',
  )
  .addOption(dataDirOption)
  .option('--json', 'for programs: {"release", "ok", "findings"}', false)
  .action(async ({ dataDir, json }: Flags) => {
    const findings = await examine(dataDir);
    const ok = !hasProblem(findings);
    console.log(
      json
        ? JSON.stringify({ release: RELEASE, ok, findings }, null, 2)
        : describeFindings(findings),
    );
    process.exitCode = ok ? 0 : 1;
  });

await program.parseAsync();

async function examine(dataDir: string): Promise<Finding[]> {
  const isHere = settingOf(process.env, 'OPERATOR_PRIVATE_KEY') === undefined;
  try {
    const access = await findServices(process.env, dataDir);
    const facts = await collectFacts(access, {
      watchMs: WATCH_MS,
      dataDir: isHere ? dataDir : null,
    });
    return checkFacts(facts, RELEASE);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return [{ check: 'services', state: 'problem', found, page: 'docs/running.md' }];
  }
}
