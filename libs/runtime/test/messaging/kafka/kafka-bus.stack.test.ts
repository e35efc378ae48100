import { busContract } from '../bus-contract.ts';
import { createTopics, makeBus } from './stack-kafka.ts';

busContract('KafkaBus', async (topics) => {
  await createTopics(...topics);
  const bus = makeBus();
  return { bus, close: () => bus.stop() };
});
