import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PeopleTold1700003260000 implements MigrationInterface {
  readonly name = 'PeopleTold1700003260000';

  async up(runner: QueryRunner): Promise<void> {
    // A sum of the members and roles that were told last: a gateway of v0.2.0 beside these changes them and tells nobody.
    await runner.query('ALTER TABLE workspaces ADD COLUMN people_told text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
