import type { FileData } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import type { Output, OutputKey } from '../domain/output.ts';
import type { Changes } from '../use-cases/changes.ts';
import type { Labels } from '../use-cases/edit-details.ts';
import { buryOutputs } from './bury-outputs.ts';
import type { makeChangeOutputs } from './change-outputs.ts';
import {
  attachmentsOf,
  labelsOf,
  metadataOf,
  saveAttachments,
  saveLabels,
  saveMetadata,
  termsOfLabels,
} from './edit-outputs.ts';
import { lockTerms, type SearchTerms } from './search-terms.ts';

type ChangeOutputs = ReturnType<typeof makeChangeOutputs>;

/** Changes that remove contents: search terms are locked first, before any row. */
export const makeRemoveOutputs =
  (change: ChangeOutputs) =>
  <T>(work: (changes: Changes & Removing) => Promise<T>): Promise<T> =>
    change(async (changes, tx) => {
      await lockTerms(tx);
      const bury = (outputs: readonly Output[], at: Date) => buryOutputs(tx, outputs, at);
      return work({ ...changes, bury });
    });

interface Removing {
  bury(outputs: readonly Output[], at: Date): Promise<void>;
}

/** Changes of details: the new labels become search terms. */
export const makeEditOutputs =
  (change: ChangeOutputs, terms: SearchTerms) =>
  async <T>(
    key: OutputKey,
    labels: Labels,
    work: (changes: Changes & Editing) => Promise<T>,
  ): Promise<T> => {
    const [result, learn] = await change(async (changes, tx) => {
      const writer = await terms.enter(tx);
      const done = await work({ ...changes, ...editingIn(tx) });
      return [done, await writer.add(termsOfLabels(key, labels))] as const;
    });
    learn();
    return result;
  };

interface Editing {
  labelsOf(key: OutputKey): Promise<Labels>;
  saveLabels(key: OutputKey, labels: Labels): Promise<void>;
  metadataOf(key: OutputKey): Promise<Record<string, unknown>>;
  saveMetadata(key: OutputKey, metadata: Readonly<Record<string, unknown>>): Promise<void>;
  attachmentsOf(key: OutputKey): Promise<readonly FileData[]>;
  saveAttachments(key: OutputKey, files: readonly FileData[]): Promise<void>;
}

function editingIn(tx: Transaction): Editing {
  return {
    labelsOf: (key) => labelsOf(tx, key),
    saveLabels: (key, labels) => saveLabels(tx, key, labels),
    metadataOf: (key) => metadataOf(tx, key),
    saveMetadata: (key, metadata) => saveMetadata(tx, key, metadata),
    attachmentsOf: (key) => attachmentsOf(tx, key),
    saveAttachments: (key, files) => saveAttachments(tx, key, files),
  };
}
