import { SqlMigration } from '@output-review/runtime';

export class PeopleTold1700003260000 extends SqlMigration {
  // A sum of the members and roles that were told last: a gateway of v0.2.0 beside these changes them and tells nobody.
  readonly sql = 'ALTER TABLE workspaces ADD COLUMN people_told text';
}
