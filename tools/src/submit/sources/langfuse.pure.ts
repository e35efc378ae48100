import {
  BadRecord,
  firstOf,
  isObject,
  type JsonObject,
  listOf,
  metadataOf,
  numberOf,
  parsed,
  stringOf,
  tagsOf,
  textOf,
  timeOf,
} from '../values.pure.ts';
import type { Imported, Score } from './imported.pure.ts';

/** Columns of the exports that contain lists but are not scores. */
const LISTS = new Set(
  'input output metadata tags traceTags comments scores toolDefinitions toolCalls toolCallNames'.split(
    ' ',
  ),
);

/** Reads a row of the traces or observations table, as exported by Langfuse. */
export function readLangfuse(row: JsonObject, number: number): Imported {
  const id = stringOf(row.id);
  if (id === undefined) throw new BadRecord('no id');
  const { traceId, type, environment, release, version, promptName, promptVersion } = row;
  return {
    number,
    sourceId: id,
    task: stringOf(firstOf(row.name, row.traceName)),
    fields: {
      output: textOf(row.output),
      input: textOf(row.input),
      model: stringOf(firstOf(row.model, row.providedModelName)),
      latencyMs: latencyOf(row),
      costUsd: numberOf('totalCost', row.totalCost),
      timestamp: timeOf('timestamp', firstOf(row.timestamp, row.startTime)),
      sessionId: stringOf(row.sessionId),
      actorId: stringOf(row.userId),
      tags: tagsOf(firstOf(row.tags, row.traceTags)),
      metadata: {
        ...{ traceId, type, environment, release, version, promptName, promptVersion },
        ...metadataOf(row.metadata),
      },
    },
    scores: [...columnScores(row), ...listedScores(row)],
  };
}

/** Events have milliseconds; the tables have seconds. */
function latencyOf(row: JsonObject): number | undefined {
  const seconds = numberOf('latency', row.latency);
  return (
    numberOf('latencyMs', row.latencyMs) ?? (seconds === undefined ? undefined : seconds * 1000)
  );
}

/** Tables have one column per score name, with a list of its values. */
function columnScores(row: JsonObject): Score[] {
  return Object.entries(row)
    .filter(([name]) => !LISTS.has(name))
    .flatMap(([name, cell]) => listOf(cell).flatMap((value) => scoreOf(name, value)));
}

/** The API returns scores as a list of objects. */
function listedScores(row: JsonObject): Score[] {
  return listOf(row.scores)
    .filter(isObject)
    .flatMap(({ name, value, stringValue, dataType, source, comment }) =>
      scoreOf(
        String(name),
        dataType === 'BOOLEAN' ? Boolean(value) : firstOf(stringValue, value),
      ).map((score) => ({ ...score, by: stringOf(source), explanation: stringOf(comment) })),
    );
}

function scoreOf(name: string, cell: unknown): Score[] {
  const value = parsed(cell);
  const isValue = ['number', 'string', 'boolean'].includes(typeof value);
  return isValue ? [{ name, value: value as Score['value'] }] : [];
}
