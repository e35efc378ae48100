import { makeRuleTools } from '../engine/make-rule-tools.ts';
import { findValueFault } from '../engine/rule-types/index.ts';
import { memoryOfItsOwn } from './engine-memory.ts';
import type { CheckRequest, ProcessMessage, ProcessRequest } from './protocol.ts';
import { makeSettleRequest } from './settle-request.ts';

// The parent process ends this one when its own work is done. Ignore signals that a terminal sends to all.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));

const wanted = process.argv[2] === 're2' ? 're2' : 're2js';
const { tools } = await makeRuleTools(wanted, memoryOfItsOwn());
const send = (message: ProcessMessage): Promise<void> =>
  new Promise((resolve) => {
    // Sending only fails if the parent is gone.
    process.send?.(message, () => resolve());
  });
const settleRequest = makeSettleRequest(tools, send);
const checkValue = ({ id, type, value }: CheckRequest): Promise<void> =>
  send({
    kind: 'checked',
    id,
    fault: findValueFault(type, value, tools),
    bytes: process.memoryUsage.rss(),
  });
// One at a time: the parent sends the next request when this one is done.
process.on('message', (request: ProcessRequest) => {
  void (request.kind === 'check' ? checkValue(request) : settleRequest(request));
});
void send({ kind: 'ready' });
