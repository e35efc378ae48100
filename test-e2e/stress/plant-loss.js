import { KafkaBus } from '@output-review/runtime/kafka';

// For `node --import` before review. A stress run must notice both.

// Drops one in seven submissions on the floor and says that it was stored, as a careless consumer would that commits
// its offset first. Of the events, not of the batches: a review that starts late may find all of them in one.
const LOST_EVERY = 7;
const subscribe = KafkaBus.prototype.subscribe;
let met = 0;

KafkaBus.prototype.subscribe = function (subscription) {
  if (subscription.topic !== 'outputs.submitted') return subscribe.call(this, subscription);
  const isKept = () => ++met % LOST_EVERY !== 0;
  return subscribe.call(this, {
    ...subscription,
    handle: async (batch, signal) => {
      const kept = batch.filter(isKept);
      if (kept.length > 0) await subscription.handle(kept, signal);
    },
  });
};

// Says that decisions were sent, as a careless producer would that waits for no acknowledgement.
const send = KafkaBus.prototype.send;

KafkaBus.prototype.send = function (events) {
  return send.call(
    this,
    events.filter(({ topic }) => topic !== 'outputs.decided'),
  );
};
