import { IndexMigration } from '@output-review/runtime';

export class IndexesOfOutcomeSets1700000403100 extends IndexMigration {
  // If many rules fail independently, there are nearly as many sets as outputs. Sets are never removed: the counts of
  // outcomes refer to them after their outputs are gone.
  readonly indexes = {
    outcome_sets_endings: 'outcome_sets USING gin (workspace_id, outcome_endings(outcomes))',
    outcome_sets_shadow: 'outcome_sets (workspace_id) WHERE is_shadow',
  };
}
