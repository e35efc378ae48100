import type { JudgedContentData } from '@output-review/contracts';

import type { JsonRoot } from './json-path.ts';
import { type JsonDocument, readJsonDocument } from './json.ts';
import { type JudgedText, judgedTextOf } from './judged-text.ts';
import { type Finds, NOT_SCANNED } from './text-scan/finds.ts';

/** What exact rules read of one output. Each form is made once, whatever the number of rules. */
export interface JudgedOutput {
  /** What text rules read; null where there is nothing to read. */
  readonly text: JudgedText | null;
  /** What paths lead into; null where the submission had no such part. */
  readonly documentOf: (root: JsonRoot) => JsonDocument | null;
  /** What the caller said about the run; null where it did not. */
  readonly confidence: number | null;
  readonly latencyMs: number | null;
  readonly costUsd: number | null;
  /** What a scan of the text has found for all rules. */
  readonly finds: Finds;
  /** What durations in rules are counted from. */
  readonly evaluatedAt: Date;
  /** Whether others wait for the thread, so that a check which takes long is left to where they do not. */
  readonly isHasty: boolean;
}

export interface JudgedOutputContext extends Pick<JudgedOutput, 'evaluatedAt'> {
  readonly fold: (text: string) => string;
  readonly isHasty?: boolean;
}

export function makeJudgedOutput(
  content: JudgedContentData,
  { fold, evaluatedAt, isHasty = false }: JudgedOutputContext,
): JudgedOutput {
  const { confidence, latencyMs, costUsd } = content;
  const documents = new Map<JsonRoot, JsonDocument | null>();
  return {
    ...{ confidence, latencyMs, costUsd, evaluatedAt, isHasty },
    text: judgedTextOf(content, fold),
    finds: NOT_SCANNED,
    documentOf: (root) => {
      const known = documents.get(root);
      if (known !== undefined) return known;
      const document = readDocument(content, root);
      documents.set(root, document);
      return document;
    },
  };
}

function readDocument(content: JudgedContentData, root: JsonRoot): JsonDocument | null {
  switch (root) {
    case 'output':
    case 'input': {
      const text = content[root];
      return text === null ? null : readJsonDocument(text);
    }
    case 'action':
    case 'metadata': {
      const value = content[root];
      return value === null ? null : { kind: 'json', value };
    }
  }
}
