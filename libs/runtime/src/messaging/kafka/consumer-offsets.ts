import { createRequire } from 'node:module';

/** Where a consumer of kafkajs 2.2.4 stands; not a part of its interface. */
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

/** What Kafka takes for the beginning, and kafkajs commits where a group has to go back to it. */
const BEGINNING = '-2';

/**
 * Has a consumer tell that Kafka does not have what it stands at, in the event of a commit: kafkajs commits that the
 * group begins anew, and emits nothing. From then on the group looks as if it had never read anything.
 */
prototype.setDefaultOffset = function (this: OffsetManager, { topic, partition }) {
  const { groupId, memberId, generationId } = this;
  this.instrumentationEmitter.emit('consumer.commit_offsets', {
    ...{ groupId, memberId, groupGenerationId: generationId },
    topics: [{ topic, partitions: [{ partition, offset: BEGINNING }] }],
  });
  return setDefaultOffset.call(this, { topic, partition });
};
