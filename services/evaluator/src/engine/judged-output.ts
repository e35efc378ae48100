import type { JudgedContentData } from '@output-review/contracts';

import type { JsonRoot } from './json-path.ts';
import { type JsonDocument, readJsonDocument } from './json.ts';
import { type JudgedText, judgedTextOf } from './judged-text.ts';
import type { ThreadBudget } from './tools.ts';

/** The data of one output that exact rules read. Each form is created once, however many rules there are. */
export interface JudgedOutput {
  /** The text that text rules read; null if there is none. */
  readonly text: JudgedText | null;
  /** The document that paths lead into; null if the submission has no such part. */
  readonly documentOf: (root: JsonRoot) => JsonDocument | null;
  /** Values that the caller submitted about the run; null if not submitted. */
  readonly confidence: number | null;
  readonly latencyMs: number | null;
  readonly costUsd: number | null;
  /** The matches of a scan of the text, for all rules. */
  readonly finds: Finds;
  /** The time that durations in rules are relative to. */
  readonly evaluatedAt: Date;
  /** Set if other work waits for the thread. Checks beyond it are deferred to a rule process. */
  readonly threadBudget: ThreadBudget | null;
}

/** The matches of a scan; undefined if it did not search for the keyword or pattern. */
export interface Finds {
  /** @param keyword in its folded form */
  hasKeyword(keyword: string): boolean | undefined;
  /** @throws if the engine could not decide */
  hasMatch(source: string): boolean | undefined;
  /** The same for the unescaped text. */
  readonly unescaped?: Finds;
}

/** For a text that was not scanned: each rule runs its own search. */
export const NOT_SCANNED: Finds = { hasKeyword: () => undefined, hasMatch: () => undefined };

export function makeJudgedOutput(
  content: JudgedContentData,
  evaluatedAt: Date,
  threadBudget: ThreadBudget | null = null,
): JudgedOutput {
  const { confidence, latencyMs, costUsd } = content;
  const documents = new Map<JsonRoot, JsonDocument | null>();
  return {
    ...{ confidence, latencyMs, costUsd, evaluatedAt, threadBudget },
    text: judgedTextOf(content),
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
