import { SqlMigration } from '@output-review/runtime';

export class Traces1700000500000 extends SqlMigration {
  readonly sql = `
      -- The W3C trace context of the request, for the event. Dropped with the body. Null if it is not traced, which
      -- takes no space.
      ALTER TABLE submissions ADD COLUMN traceparent text;
    `;
}
