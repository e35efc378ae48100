import { SqlMigration } from '@output-review/runtime';

export class Traces1700000500000 extends SqlMigration {
  readonly sql = `
      -- The W3C trace context of the request, for the event; goes with the body. Null where nobody
      -- traces, which takes no room.
      ALTER TABLE submissions ADD COLUMN traceparent text;
    `;
}
