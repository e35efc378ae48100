import { KafkaBus } from '@output-review/runtime/kafka';

// Loaded by `node --import` before review. A stress run must detect both faults.

// Drops one in seven submissions and acknowledges it, like a faulty consumer that commits its offset first. Counts
// events, not batches: a review that starts late may get all of them in one batch.
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

// Acknowledges decisions without sending them, like a faulty producer that does not wait for acknowledgements.
const send = KafkaBus.prototype.send;

KafkaBus.prototype.send = function (events) {
  return send.call(
    this,
    events.filter(({ topic }) => topic !== 'outputs.decided'),
  );
};
