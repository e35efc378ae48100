import { job } from '../context.ts';

/** Retries until the store has answered; see `ProbedStoreLinks`. */
export const probeLinks = job({
  name: 'probe links',
  everyMs: 60_000,
  run: ({ storeLinks }) => storeLinks.probe(),
});
