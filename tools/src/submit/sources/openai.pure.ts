import {
  BadRecord,
  isObject,
  type JsonObject,
  listOf,
  metadataOf,
  numberOf,
  objectOf,
  stringOf,
  textOf,
  timeOf,
} from '../values.pure.ts';
import type { Imported, Left, RecordReader, Score } from './imported.pure.ts';

/** A sample whose verdict has not arrived yet. */
interface Sample {
  readonly number: number;
  readonly runId: string | undefined;
  readonly sampleId: string;
  /** Includes the run, because each run of an evaluation has the same samples. */
  readonly id: string;
  readonly prompt: unknown;
  readonly sampled: unknown;
  readonly createdAt: unknown;
  readonly model: unknown;
}

/**
 * Reads the log of `oaieval`, the output items of the evals API, and stored chat completions.
 *
 * A log describes a sample in several events, interleaved with those of other samples. An output is emitted with the
 * event that judges it, so only unfinished samples are held in memory. A file may have the logs of several runs.
 */
export class OpenAiReader implements RecordReader {
  readonly #specs = new Map<string | undefined, JsonObject>();
  readonly #open = new Map<string, Sample>();
  readonly #judged = new Set<string>();

  read(record: JsonObject, number: number): readonly Imported[] {
    if (record.object === 'eval.run.output_item') return [readOutputItem(record, number)];
    if (record.object === 'chat.completion') return [readCompletion(record, number)];
    if (isObject(record.spec)) this.#specs.set(stringOf(record.spec.run_id), record.spec);
    else if (typeof record.type === 'string') return this.#readEvent(record, number);
    else if (!('final_report' in record)) {
      throw new BadRecord('neither an event of evals, an output item nor a chat completion');
    }
    return [];
  }

  end(): readonly Left[] {
    const left = [...this.#open.values()].map((sample) => ({
      number: sample.number,
      read: () => this.#finish(sample, []),
    }));
    this.#open.clear();
    return left;
  }

  #readEvent(event: JsonObject, number: number): Imported[] {
    const current = sampleOf(event, number);
    const { id, sampleId } = current;
    const data = objectOf(event.data);
    if (event.type === 'sampling') this.#noteSampling(current);
    if (event.type !== 'match' && event.type !== 'metrics') return [];
    const sample = this.#open.get(id) ?? current;
    // Some evals log a match and then its metrics.
    if (this.#judged.has(id)) return [];
    if (sample.sampled === undefined)
      throw new BadRecord(`a verdict on ${sampleId} without its sampling event`);
    this.#open.delete(id);
    this.#judged.add(id);
    return [this.#finish(sample, event.type === 'match' ? matchOf(data) : metricsOf(data))];
  }

  /** The first sampling is that of the evaluated model. A grading model adds more after it. */
  #noteSampling(sample: Sample): void {
    if (this.#open.has(sample.id) || this.#judged.has(sample.id)) return;
    this.#open.set(sample.id, sample);
  }

  #finish(sample: Sample, scores: readonly Score[]): Imported {
    const { number, runId, sampleId, id, prompt, sampled, model } = sample;
    const { eval_name: task, completion_fns: completionFns } = this.#specs.get(runId) ?? {};
    return {
      number,
      sourceId: id,
      task: stringOf(task),
      fields: {
        output: textOf(Array.isArray(sampled) ? sampled[0] : sampled),
        input: textOf(prompt),
        model: stringOf(model) ?? stringOf(listOf(completionFns)[0]),
        timestamp: timeOf('created_at', sample.createdAt),
        metadata: { runId, sampleId },
      },
      scores,
    };
  }
}

/** Also used for verdicts, since most evals repeat the sampled text in them. */
function sampleOf(event: JsonObject, number: number): Sample {
  const sampleId = stringOf(event.sample_id);
  if (sampleId === undefined) throw new BadRecord('an event without sample_id');
  const runId = stringOf(event.run_id);
  const { prompt, sampled, model } = objectOf(event.data);
  return {
    ...{ number, runId, sampleId, id: `${runId ?? 'run'}.${sampleId}` },
    ...{ prompt, sampled, model, createdAt: event.created_at },
  };
}

function matchOf({ correct }: JsonObject): Score[] {
  return typeof correct === 'boolean' ? [{ name: 'match', value: correct }] : [];
}

function metricsOf(data: JsonObject): Score[] {
  return Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
      ? [{ name, value }]
      : [],
  );
}

function readOutputItem(item: JsonObject, number: number): Imported {
  const sample = objectOf(item.sample);
  const { run_id: runId, eval_id: evalId, datasource_item_id: itemId } = item;
  const status = stringOf(item.status);
  return {
    number,
    sourceId: stringOf(item.id) ?? null,
    fields: {
      output: textOf(listOf(sample.output).at(-1)),
      input: textOf(sample.input),
      model: stringOf(sample.model),
      timestamp: timeOf('created_at', item.created_at),
      metadata: { runId, evalId, itemId },
    },
    scores: [
      ...(status === undefined ? [] : [{ name: 'status', value: status }]),
      ...listOf(item.results)
        .filter(isObject)
        .filter(({ passed }) => typeof passed === 'boolean')
        .map(({ name, passed }) => ({ name: String(name), value: Boolean(passed) })),
    ],
  };
}

function readCompletion(completion: JsonObject, number: number): Imported {
  const [choice] = listOf(completion.choices);
  return {
    number,
    sourceId: stringOf(completion.id) ?? null,
    fields: {
      output: textOf(objectOf(choice).message),
      input: textOf(completion.messages ?? completion.input),
      model: stringOf(completion.model),
      costUsd: numberOf('cost', completion.cost),
      timestamp: timeOf('created', completion.created),
      metadata: metadataOf(completion.metadata),
    },
    scores: [],
  };
}
