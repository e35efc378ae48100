import { type CloserStack, makeServiceClient, type ServiceClient } from '@output-review/runtime';

import type { EvaluatorOptions } from '../options.ts';

export interface Clients {
  readonly gateway: ServiceClient;
  readonly review: ServiceClient;
}

export function openClients({ peers, log }: EvaluatorOptions, closers: CloserStack): Clients {
  const gateway = makeServiceClient({ service: 'gateway', baseUrl: peers.gateway, log });
  const review = makeServiceClient({ service: 'review', baseUrl: peers.review, log });
  closers.add('clients', async () => {
    await Promise.all([gateway.close(), review.close()]);
  });
  return { gateway, review };
}
