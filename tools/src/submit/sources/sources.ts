import type { JsonObject } from '../values.pure.ts';
import type { Imported, RecordReader } from './imported.pure.ts';
import { readLangfuse } from './langfuse.pure.ts';
import { readLangSmith } from './langsmith.pure.ts';
import { OpenAiReader } from './openai.pure.ts';
import { readPhoenix } from './phoenix.pure.ts';

/** A product whose exports can be imported. */
export interface Source {
  readonly title: string;
  /** A reader for one file. */
  readonly open: () => RecordReader;
  /** The scores that judge an output as a whole; without them, all scores by people or of unknown origin. */
  readonly mainScores?: readonly string[];
}

export type SourceName = 'langfuse' | 'langsmith' | 'phoenix' | 'openai-evals';

export const SOURCES: Readonly<Record<SourceName, Source>> = {
  langfuse: { title: 'Langfuse', open: () => eachBy(readLangfuse) },
  langsmith: { title: 'LangSmith', open: () => eachBy(readLangSmith) },
  phoenix: { title: 'Phoenix', open: () => eachBy(readPhoenix) },
  'openai-evals': {
    title: 'OpenAI evals',
    open: () => new OpenAiReader(),
    mainScores: ['match', 'status'],
  },
};

function eachBy(read: (record: JsonObject, number: number) => Imported): RecordReader {
  return { read: (record, number) => [read(record, number)] };
}
