import { performance } from 'node:perf_hooks';

import { memoryOfItsOwn } from '../patterns/engine-memory.ts';
import { makeRuleTools } from '../rule-tools.ts';
import type { ProcessMessage, SettleRequest } from './protocol.ts';
import { makeSettleRequest } from './settle-request.ts';

// Whoever started it ends it, when its own work is done. A signal to all of a terminal is not for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));

const wanted = process.argv[2] === 're2' ? 're2' : 're2js';
const { tools } = await makeRuleTools(wanted, memoryOfItsOwn());
const settleRequest = makeSettleRequest({
  tools,
  readMs: () => performance.now(),
  readBytes: () => process.memoryUsage.rss(),
  send: (message: ProcessMessage) =>
    new Promise((resolve) => {
      // It can only fail where nobody listens any more.
      process.send?.(message, () => resolve());
    }),
});
// One at a time: the next is sent when the last is done.
process.on('message', (request: SettleRequest) => void settleRequest(request));
process.send?.({ kind: 'ready' } satisfies ProcessMessage);
