import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import {
  type generateAssertionKeys,
  makeAssertionIssuer,
  makeServiceClient,
  systemClock,
} from '@output-review/runtime';
import { silentLog } from '@output-review/runtime/testing';

/** Re-encrypts all secrets that a gateway stores, as the operator who owns these keys. */
export async function reseal(
  url: string,
  { privateKey }: ReturnType<typeof generateAssertionKeys>,
): Promise<void> {
  const client = makeServiceClient({ service: 'gateway', baseUrl: () => url, log: silentLog });
  const issuer = makeAssertionIssuer(privateKey, systemClock);
  const { resealSecrets } = INTERNAL_OPERATIONS;
  const ask = (body: { readonly after?: string }) =>
    client.call(resealSecrets, { body, assertion: issuer.as({ kind: 'operator' }) });
  let after = (await ask({})).next;
  while (after !== null) after = (await ask({ after })).next;
  await client.close();
}
