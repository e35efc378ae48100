import { SqlMigration } from '@output-review/runtime';

export class Samples1700000316000 extends SqlMigration {
  readonly sql = SAMPLES;
}

const SAMPLES = `
-- The sample rate of a project or task. Null inherits.
ALTER TABLE names ADD COLUMN sample_rate double precision;

-- Empty if nothing is sampled. Every passed output checks it first.
CREATE INDEX names_sampled ON names (workspace_id, kind, id) WHERE sample_rate IS NOT NULL;

-- For passed outputs: the rate at that time, null without one, and whether the output fell under it.
ALTER TABLE outputs ADD COLUMN sample_rate double precision,
  ADD COLUMN sampled boolean NOT NULL DEFAULT false;

CREATE INDEX outputs_sampled ON outputs (workspace_id, human_decision, timestamp DESC, id DESC)
  WHERE visible AND sampled;
`;
