import { outputsEvaluated, type OutputsEvaluated } from '@output-review/contracts';
import { listenAt, InProcessBus, makeEncryptor, systemClock } from '@output-review/runtime';
import { silentLog } from '@output-review/runtime/testing';

import { type EvaluatorOptions, startEvaluator } from '../src/service.ts';
import { submittedEvent } from './test-evaluator.ts';

/** The database and peers that this process shares with others. */
export interface ReplicaSettings extends Pick<
  EvaluatorOptions,
  'databaseUrl' | 'assertionPublicKey' | 'judging'
> {
  readonly encryptionKey: string;
  readonly peersUrl: string;
}

export interface Command {
  readonly submission: Parameters<typeof submittedEvent>[0];
}

export type Report =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'published'; readonly event: OutputsEvaluated };

// A replica in a process of its own, which a signal can stop like a long garbage collection, a paused machine or a
// runaway loop.
const { peersUrl, encryptionKey, ...given } = JSON.parse(process.argv[2] ?? '') as ReplicaSettings;
const bus = new InProcessBus();
bus.subscribe({
  topic: outputsEvaluated.topic,
  group: 'parent',
  batchMax: 100,
  handle: async (batch) => {
    for (const { json } of batch) {
      report({ kind: 'published', event: JSON.parse(json) as OutputsEvaluated });
    }
  },
});
const service = await startEvaluator({
  ...given,
  encryptor: makeEncryptor(encryptionKey),
  auditKey: encryptionKey,
  isPrivateHostAllowed: () => false,
  bus,
  listener: listenAt({ host: '127.0.0.1', port: 0 }),
  log: silentLog,
  clock: systemClock,
  peers: { gateway: () => peersUrl, review: () => peersUrl, media: () => peersUrl },
  linkKeys: { encryptionKey, previousEncryptionKey: null },
});
await bus.start();
process.on('message', ({ submission }: Command) => {
  void bus.send([submittedEvent(submission)]);
});
report({ kind: 'ready', url: service.url });

function report(message: Report): void {
  process.send?.(message);
}
