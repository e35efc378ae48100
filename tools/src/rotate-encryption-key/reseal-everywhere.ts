import { INTERNAL_OPERATIONS, SERVICES, type ServiceName } from '@output-review/contracts';

import type { ServiceCalls } from '../services-access/service-calls.ts';

/** What became of one kind of secrets in one service. */
export interface Resealed {
  readonly service: ServiceName;
  readonly what: string;
  readonly resealed: number;
  readonly unreadable: number;
}

/**
 * Has every service seal what it keeps anew, page by page. Interrupted, it is begun again: what is done is
 * passed over.
 */
export async function* resealEverywhere(
  calls: Pick<ServiceCalls, 'call'>,
): AsyncGenerator<Resealed> {
  for (const service of SERVICES) yield* await resealService(service, calls);
}

async function resealService(
  service: ServiceName,
  { call }: Pick<ServiceCalls, 'call'>,
): Promise<Iterable<Resealed>> {
  const kinds = new Map<string, Resealed>();
  let after: string | null = null;
  do {
    const body: { readonly after?: string } = after === null ? {} : { after };
    const page = await call(service, INTERNAL_OPERATIONS.resealSecrets, { body });
    // A service that keeps no secrets does not know of it.
    if (page === null) break;
    const { what, resealed, unreadable, next } = page;
    const former = kinds.get(what);
    kinds.set(what, {
      ...{ service, what },
      resealed: (former?.resealed ?? 0) + resealed,
      unreadable: (former?.unreadable ?? 0) + unreadable,
    });
    after = next;
  } while (after !== null);
  return kinds.values();
}
