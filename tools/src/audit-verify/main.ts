import { join } from 'node:path';

import {
  auditKeyGroup,
  type Environment,
  readFileIfThere,
  readGroups,
  settingOf,
} from '@output-review/runtime';
import { type LinkOf, makeLinkOf } from '@output-review/shared-kernel';

import { CALLED_SERVICES, runOperatorCommand } from '../services-access/operator-command.ts';
import type { ServiceCalls } from '../services-access/service-calls.ts';
import { describeVerdict } from './describe-verdict.ts';
import { verifyChains } from './verify-chains.ts';

// A page has a thousand records.
const PAGE_TIMEOUT_MS = 30_000;

const description =
  'Verifies the audit log: checks every record against its link, and the head of every chain against what the ' +
  'gateway has seen. It changes nothing, and exits with 1 if it finds a problem.\n\n' +
  `${CALLED_SERVICES} Then it needs their AUDIT_KEY.`;

await runOperatorCommand(
  { name: 'audit:verify', description, timeoutMs: PAGE_TIMEOUT_MS },
  async (calls, dataDir) => verify(calls, makeLinkOf(await findAuditKey(process.env, dataDir))),
);

/** @returns whether every chain is unchanged. */
async function verify(calls: ServiceCalls, linkOf: LinkOf): Promise<boolean> {
  let chains = 0;
  let broken = 0;
  for await (const { chain, verdict } of verifyChains(calls, linkOf)) {
    chains += 1;
    if (verdict.findings.length > 0) broken += 1;
    for (const line of describeVerdict(chain, verdict)) console.log(line);
  }
  console.log(
    broken === 0
      ? `All records in ${chains} ${chains === 1 ? 'chain' : 'chains'} are unchanged.`
      : `${broken} of ${chains} chains have missing or changed records.`,
  );
  return broken === 0;
}

/**
 * Finds the key that links the chains: AUDIT_KEY of the environment, otherwise the key that the embedded service stores
 * in its data folder.
 *
 * @throws Error that says what is missing.
 */
async function findAuditKey(env: Environment, dataDir: string): Promise<string> {
  const isElsewhere = settingOf(env, 'OPERATOR_PRIVATE_KEY') !== undefined;
  const kept = isElsewhere ? undefined : await readFileIfThere(join(dataDir, 'keys.json'));
  const keys = kept === undefined ? {} : (JSON.parse(kept) as { readonly auditKey?: string });
  const given = settingOf(env, 'AUDIT_KEY') ?? keys.auditKey;
  return readGroups({ AUDIT_KEY: given }, { auditKey: auditKeyGroup }).auditKey;
}
