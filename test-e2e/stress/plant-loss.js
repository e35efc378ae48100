import { KafkaBus } from '@output-review/runtime/kafka';
import pg from 'pg';

// For `node --import` before review. A stress run must notice both.

// Drops the first of every five batches of submissions on the floor and says that it was stored, as a careless consumer
// would that commits its offset first. The first, since a review that starts late on a busy machine may find all of
// them in a few batches.
const query = pg.Client.prototype.query;
let batches = 0;

pg.Client.prototype.query = function (statement, ...rest) {
  if (statement?.name !== 'store-submissions') return query.call(this, statement, ...rest);
  batches += 1;
  return batches % 5 === 1
    ? Promise.resolve({ rows: [], rowCount: 0 })
    : query.call(this, statement, ...rest);
};

// Says that decisions were sent, as a careless producer would that waits for no acknowledgement.
const send = KafkaBus.prototype.send;

KafkaBus.prototype.send = function (events) {
  return send.call(
    this,
    events.filter(({ topic }) => topic !== 'outputs.decided'),
  );
};
