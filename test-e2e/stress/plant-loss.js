import pg from 'pg';

// For `node --import` before review: drops every fifth batch of submissions on the floor and says that
// it was stored, as a careless consumer would that commits its offset first. A stress run must notice.
const query = pg.Client.prototype.query;
let batches = 0;

pg.Client.prototype.query = function (statement, ...rest) {
  if (statement?.name !== 'store-submissions') return query.call(this, statement, ...rest);
  batches += 1;
  return batches % 5 === 0
    ? Promise.resolve({ rows: [], rowCount: 0 })
    : query.call(this, statement, ...rest);
};
