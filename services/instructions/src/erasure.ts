import { eraseKeyed, eraseLetters, eraseRows, type EraseStep } from '@output-review/shared-kernel';

/** Deletes all data of a workspace, except for the record that it was erased. */
export const ERASE_STEPS: readonly EraseStep[] = [
  eraseRows('suggested_outputs'),
  eraseRows('suggestions'),
  eraseRows('notes'),
  eraseRows('versions'),
  eraseRows('documents'),
  eraseRows('heard_comments'),
  eraseRows('linked_outputs'),
  eraseRows('registry_entries'),
  eraseKeyed('outbox'),
  eraseLetters,
];
