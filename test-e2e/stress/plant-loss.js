import pg from 'pg';

// For `node --import` before review: drops the first of every five batches of submissions on the floor and says
// that it was stored, as a careless consumer would that commits its offset first. A stress run must notice. The
// first, since a review that starts late on a busy machine may find all of them in a few batches.
const query = pg.Client.prototype.query;
let batches = 0;

pg.Client.prototype.query = function (statement, ...rest) {
  if (statement?.name !== 'store-submissions') return query.call(this, statement, ...rest);
  batches += 1;
  return batches % 5 === 1
    ? Promise.resolve({ rows: [], rowCount: 0 })
    : query.call(this, statement, ...rest);
};
