import { SqlMigration } from '@output-review/runtime';

export class PeopleTold1700003260000 extends SqlMigration {
  // A hash of the members and roles as last published: a gateway of v0.2.0 changes them without publishing.
  readonly sql = 'ALTER TABLE workspaces ADD COLUMN people_told text';
}
