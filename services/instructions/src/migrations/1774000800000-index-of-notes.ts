import { IndexMigration } from '@output-review/runtime';

export class IndexOfNotes1774000800000 extends IndexMigration {
  // Used notes stay, and no other index has all of them. The end of a workspace looks for its notes every few seconds.
  readonly indexes = { notes_of_workspace: 'notes (workspace_id)' };
}
