import { createRequire } from 'node:module';

/** The offset state of a kafkajs 2.2.4 consumer. Not part of its public API. */
interface OffsetManager {
  readonly groupId: string;
  readonly generationId: number;
  readonly memberId: string;
  readonly instrumentationEmitter: { emit(event: string, payload: object): void };
  setDefaultOffset(of: { readonly topic: string; readonly partition: number }): Promise<void>;
}

const { prototype } = createRequire(import.meta.url)(
  'kafkajs/src/consumer/offsetManager/index.js',
) as { readonly prototype: OffsetManager };
const { setDefaultOffset } = prototype;

/** Kafka's offset for the beginning. kafkajs commits it when a group has to start over. */
const BEGINNING = '-2';

/**
 * Makes a consumer emit a commit event when Kafka does not have its offset: kafkajs commits the reset without emitting
 * anything. After the reset the group looks as if it had never read anything.
 */
prototype.setDefaultOffset = function (this: OffsetManager, { topic, partition }) {
  const { groupId, memberId, generationId } = this;
  this.instrumentationEmitter.emit('consumer.commit_offsets', {
    ...{ groupId, memberId, groupGenerationId: generationId },
    topics: [{ topic, partitions: [{ partition, offset: BEGINNING }] }],
  });
  return setDefaultOffset.call(this, { topic, partition });
};
