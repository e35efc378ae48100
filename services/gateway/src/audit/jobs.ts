import { job } from '../context.ts';

export const keepAuditHeads = job({
  name: 'keep audit heads',
  everyMs: 60_000,
  run: ({ auditHeads }, signal) => auditHeads.keep(signal),
});
