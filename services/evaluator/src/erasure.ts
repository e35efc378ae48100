import { eraseLetters, eraseRows, type EraseStep } from '@output-review/shared-kernel';

/** Deletes all data of a workspace, except for the record that it was erased. */
export const ERASE_STEPS: readonly EraseStep[] = [
  eraseRows('evaluation_outbox'),
  eraseRows('shadow_runs'),
  eraseRows('evaluations'),
  eraseRows('rules'),
  eraseRows('rule_versions'),
  eraseRows('rule_set_versions'),
  eraseRows('registry_entries'),
  // Also deletes its providers and their keys.
  eraseRows('workspace_judges'),
  eraseLetters,
];
