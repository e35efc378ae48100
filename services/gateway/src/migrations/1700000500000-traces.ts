import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Traces1700000500000 implements MigrationInterface {
  readonly name = 'Traces1700000500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The W3C trace context of the request, for the event; goes with the body. Null where nobody
      -- traces, which takes no room.
      ALTER TABLE submissions ADD COLUMN traceparent text;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
