import { INTERNAL_OPERATIONS, SERVICES, type ServiceName } from '@output-review/contracts';

import { CALLED_SERVICES, runOperatorCommand } from '../services-access/operator-command.ts';
import type { ServiceCalls } from '../services-access/service-calls.ts';

// A page has some hundred rows.
const PAGE_TIMEOUT_MS = 30_000;

const name = 'rotate-encryption-key';
const description =
  'Re-encrypts with ENCRYPTION_KEY what was encrypted with ENCRYPTION_KEY_PREVIOUS. The services must have been ' +
  `started with both. You can run it more than once.\n\n${CALLED_SERVICES}`;

await runOperatorCommand({ name, description, timeoutMs: PAGE_TIMEOUT_MS }, rotate);

/**
 * Makes every service encrypt its secrets with the current key, page by page. If interrupted, start it again: it skips
 * finished rows.
 *
 * @returns whether everything is encrypted with the current key.
 */
async function rotate(calls: ServiceCalls): Promise<boolean> {
  let unreadable = 0;
  for (const service of SERVICES) {
    for (const [what, done] of await reseal(calls, service)) {
      unreadable += done.unreadable;
      const left = done.unreadable === 0 ? '' : `, ${done.unreadable} cannot be decrypted`;
      console.log(`${service}: ${what}: ${done.resealed} re-encrypted${left}`);
    }
  }
  console.log(
    unreadable === 0
      ? 'Everything is encrypted with ENCRYPTION_KEY.'
      : 'Some secrets were encrypted with neither key. Restart the services with the key of these secrets as ' +
          'ENCRYPTION_KEY_PREVIOUS, then run this again.',
  );
  return unreadable === 0;
}

/** @returns the counts of each kind of secret in a service. */
async function reseal({ call }: ServiceCalls, service: ServiceName) {
  const kinds = new Map<string, { resealed: number; unreadable: number }>();
  let after: string | null = null;
  do {
    const body: { readonly after?: string } = after === null ? {} : { after };
    const page = await call(service, INTERNAL_OPERATIONS.resealSecrets, { body });
    // A service without secrets does not have this operation.
    if (page === null) break;
    const done = kinds.get(page.what) ?? { resealed: 0, unreadable: 0 };
    done.resealed += page.resealed;
    done.unreadable += page.unreadable;
    kinds.set(page.what, done);
    after = page.next;
  } while (after !== null);
  return kinds;
}
