import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Attachments1700000300300 implements MigrationInterface {
  readonly name = 'Attachments1700000300300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The files of an output, a JSON list: names, types, sizes, labels. The bytes are elsewhere. Null
      -- where there are none.
      ALTER TABLE output_bodies ADD COLUMN attachments text;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
