import {
  firstOf,
  isAbsent,
  isObject,
  type JsonObject,
  listOf,
  metadataOf,
  numberOf,
  objectOf,
  parsed,
  spanMs,
  stringOf,
  tagsOf,
  textOf,
  timeOf,
} from '../values.pure.ts';
import type { Imported, Score } from './imported.pure.ts';

/**
 * Reads a run written by the SDK or the command line, an example of a dataset, or a row of an experiment's results with
 * columns `input.*`, `outputs.*` and `feedback.*`.
 */
export function readLangSmith(row: JsonObject, number: number): Imported {
  const extra = objectOf(row.extra);
  const metadata = {
    ...metadataOf(extra.metadata),
    ...metadataOf(firstOf(row.custom_metadata, row.metadata)),
  };
  const startedAt = timeOf('start_time', row.start_time);
  const { run_type: runType, trace_id: traceId, error } = row;
  return {
    number,
    sourceId: stringOf(firstOf(row.id, row.run_id)) ?? null,
    project: stringOf(row.session_name),
    task: stringOf(row.name),
    fields: {
      output: outputOf(firstOf(row.outputs, columns(row, 'outputs.'))),
      input: inputOf(firstOf(row.inputs, columns(row, 'input.'), columns(row, 'inputs.'))),
      model: stringOf(firstOf(metadata.ls_model_name, objectOf(extra.invocation_params).model)),
      latencyMs: latencyOf(row, startedAt),
      costUsd: numberOf('total_cost', firstOf(row.total_cost, objectOf(row.costs).total_cost)),
      timestamp: startedAt ?? timeOf('created_at', row.created_at),
      sessionId: stringOf(
        firstOf(metadata.session_id, metadata.thread_id, metadata.conversation_id),
      ),
      actorId: stringOf(metadata.user_id),
      tags: tagsOf(row.tags),
      metadata: { runType, traceId, error, ...metadata },
    },
    scores: [...statistics(row), ...columnScores(row)],
  };
}

function latencyOf(row: JsonObject, startedAt: string | undefined): number | undefined {
  const seconds = numberOf('execution_time', row.execution_time);
  return (
    numberOf('duration_ms', row.duration_ms) ??
    (seconds === undefined ? undefined : seconds * 1000) ??
    spanMs(startedAt, timeOf('end_time', row.end_time))
  );
}

/** The answer of a run: a model call has it in `generations` or `choices`, an agent in its last message. */
function outputOf(value: unknown): string | undefined {
  const { generations, choices, messages } = objectOf(value);
  const [first] = listOf(generations);
  const answers = [
    objectOf(Array.isArray(first) ? first[0] : first).text,
    objectOf(objectOf(listOf(choices)[0]).message).content,
    objectOf(listOf(messages).at(-1)).content,
  ];
  const answer = answers.find((it) => typeof it === 'string');
  return typeof answer === 'string' ? answer : inputOf(value);
}

function inputOf(value: unknown): string | undefined {
  const object = parsed(value);
  return isObject(object) && Object.keys(object).length === 0 ? undefined : textOf(value);
}

/** Combines columns with a common prefix into the object that they came from. */
function columns(row: JsonObject, prefix: string): JsonObject | undefined {
  const found = Object.entries(row).filter(([name]) => name.startsWith(prefix));
  if (found.length === 0) return undefined;
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** Feedback is aggregated: the mean of numbers, and the count of each category. */
function statistics(row: JsonObject): Score[] {
  return Object.entries(objectOf(row.feedback_stats)).flatMap(([name, stats]): Score[] => {
    const { avg, values } = objectOf(stats);
    const categories = Object.keys(objectOf(values)).map((value) => ({ name, value }));
    const mean = numberOf(`feedback_stats.${name}`, avg);
    return categories.length === 0 && mean !== undefined ? [{ name, value: mean }] : categories;
  });
}

/** Evaluator results: numbers, words and booleans, all of them strings in CSV. */
function columnScores(row: JsonObject): Score[] {
  return Object.entries(columns(row, 'feedback.') ?? {}).flatMap(([name, cell]): Score[] => {
    if (typeof cell === 'number' || typeof cell === 'boolean') return [{ name, value: cell }];
    if (typeof cell !== 'string' || isAbsent(cell)) return [];
    const number = Number(cell);
    return [{ name, value: Number.isFinite(number) ? number : cell }];
  });
}
