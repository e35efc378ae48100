import {
  BadRecord,
  firstOf,
  isAbsent,
  isObject,
  type JsonObject,
  listOf,
  metadataOf,
  numberOf,
  objectOf,
  spanMs,
  stringOf,
  tagsOf,
  textOf,
  timeOf,
} from '../values.pure.ts';
import type { Imported, Score } from './imported.pure.ts';

/** Reads a span with OpenInference attributes: a row of a dataframe, or an object of the REST API. */
export function readPhoenix(row: JsonObject, number: number): Imported {
  const context = objectOf(row.context);
  const id = stringOf(firstOf(row['context.span_id'], context.span_id, row.span_id));
  if (id === undefined) {
    throw new BadRecord('no span id; of a dataframe, write to_json(orient="records", lines=True)');
  }
  const startedAt = timeOf('start_time', row.start_time);
  const attribute = (name: string): unknown => attributeOf(row, name);
  return {
    number,
    sourceId: id,
    task: stringOf(row.name),
    fields: {
      output: textOf(
        firstOf(attribute('output.value'), lastMessage(attribute('llm.output_messages'))),
      ),
      input: textOf(firstOf(attribute('input.value'), attribute('llm.input_messages'))),
      model: stringOf(attribute('llm.model_name')),
      latencyMs: spanMs(startedAt, timeOf('end_time', row.end_time)),
      costUsd: numberOf('llm.cost.total', attribute('llm.cost.total')),
      timestamp: startedAt,
      sessionId: stringOf(attribute('session.id')),
      actorId: stringOf(attribute('user.id')),
      tags: tagsOf(attribute('tag.tags')),
      metadata: {
        traceId: firstOf(row['context.trace_id'], context.trace_id),
        spanKind: row.span_kind,
        statusCode: row.status_code,
        ...metadataOf(attribute('metadata')),
      },
    },
    scores: [...joinedAnnotation(row), ...listedAnnotations(row)],
  };
}

/** An attribute by its dotted name: a column, a flat key, or nested objects. */
function attributeOf(row: JsonObject, name: string): unknown {
  const attributes = objectOf(row.attributes);
  const parts = name.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const head = parts.slice(0, length).join('.');
    const found = firstOf(row[`attributes.${head}`], attributes[head]);
    if (isAbsent(found)) continue;
    return parts.slice(length).reduce<unknown>((value, part) => objectOf(value)[part], found);
  }
  return undefined;
}

/** The last message of the model, for spans without a plain value. */
function lastMessage(messages: unknown): unknown {
  const last = listOf(messages).at(-1);
  if (!isObject(last)) return undefined;
  return firstOf(last['message.content'], objectOf(last.message).content, last);
}

/** Annotations joined with their spans: one row per annotation. */
function joinedAnnotation(row: JsonObject): Score[] {
  const name = stringOf(row.annotation_name);
  if (name === undefined) return [];
  const label = row['result.label'];
  const score = row['result.score'];
  const explanation = row['result.explanation'];
  return annotation({ name, annotator_kind: row.annotator_kind }, { label, score, explanation });
}

function listedAnnotations(row: JsonObject): Score[] {
  return listOf(row.annotations)
    .filter(isObject)
    .flatMap((it) => annotation(it, objectOf(it.result)));
}

/** The label states the meaning of the score, so it takes precedence. */
function annotation(source: JsonObject, { label, score, explanation }: JsonObject): Score[] {
  const value = stringOf(label) ?? numberOf('score', score);
  if (value === undefined) return [];
  return [
    {
      ...{ name: String(source.name), value, by: stringOf(source.annotator_kind) },
      explanation: stringOf(explanation),
    },
  ];
}
