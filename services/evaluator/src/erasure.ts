import { eraseLetters, eraseRows, type EraseStep } from '@output-review/shared-kernel';

/** Everything that the evaluator keeps of a workspace, but that it was erased. */
export const ERASE_STEPS: readonly EraseStep[] = [
  eraseRows('evaluation_outbox'),
  eraseRows('shadow_runs'),
  eraseRows('evaluations'),
  eraseRows('rules'),
  eraseRows('rule_versions'),
  eraseRows('rule_set_versions'),
  eraseRows('registry_entries'),
  // Its providers and their keys go with it.
  eraseRows('workspace_judges'),
  eraseLetters,
];
