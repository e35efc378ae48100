// Checks the migrations added since the last release. They run while that release still serves, so none may lock a
// large table for long or remove what that release reads. CONTRIBUTING.md lists the safe alternatives.
import { MIGRATIONS as evaluator } from '../services/evaluator/src/migrations/index.ts';
import { MIGRATIONS as gateway } from '../services/gateway/src/migrations/index.ts';
import { MIGRATIONS as instructions } from '../services/instructions/src/migrations/index.ts';
import { MIGRATIONS as media } from '../services/media/src/migrations/index.ts';
import { MIGRATIONS as review } from '../services/review/src/migrations/index.ts';
import { findMigrationFaults } from '../test-e2e/upgrade/migration-faults.ts';

// The last migrations of v0.2.0. Later ones expand and contract.
const SERVICES = [
  { migrations: evaluator, last: 'ShadowRules1767226330000' },
  { migrations: gateway, last: 'SampleRates1700003160000' },
  { migrations: instructions, last: 'SuggestedOutputs1774000700000' },
  { migrations: media, last: 'ErasedWorkspaces1767226300000' },
  { migrations: review, last: 'OutcomeCounts1700000321000' },
];

for (const { migrations, last } of SERVICES) {
  const index = migrations.findIndex(({ name }) => name === last);
  if (index < 0) throw new Error(`The migration ${last} of v0.2.0 is gone`);
  for (const migration of migrations.slice(index + 1)) {
    for (const fault of await findMigrationFaults(migration)) {
      console.error(fault);
      process.exitCode = 1;
    }
  }
}
