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

/** What is known of a sample whose verdict has not come yet. */
interface Sample {
  readonly number: number;
  readonly prompt: unknown;
  readonly sampled: unknown;
  readonly createdAt: unknown;
  readonly model: unknown;
}

/**
 * Reads the log of `oaieval`, the output items of the evals API, and stored chat completions.
 *
 * A log tells of a sample in several events, and of many samples at once: an output goes on with the event that
 * judges it, so that only samples in the works are held.
 */
export class OpenAiReader implements RecordReader {
  #spec: JsonObject = {};
  readonly #open = new Map<string, Sample>();
  readonly #judged = new Set<string>();

  read(record: JsonObject, number: number): readonly Imported[] {
    if (record.object === 'eval.run.output_item') return [readOutputItem(record, number)];
    if (record.object === 'chat.completion') return [readCompletion(record, number)];
    if (isObject(record.spec)) this.#spec = record.spec;
    else if (typeof record.type === 'string') return this.#readEvent(record, number);
    else if (!('final_report' in record)) {
      throw new BadRecord('neither an event of evals, an output item nor a chat completion');
    }
    return [];
  }

  end(): readonly Left[] {
    const left = [...this.#open].map(([id, sample]) => ({
      number: sample.number,
      read: () => this.#finish(id, sample, []),
    }));
    this.#open.clear();
    return left;
  }

  #readEvent(event: JsonObject, number: number): Imported[] {
    const id = stringOf(event.sample_id);
    if (id === undefined) throw new BadRecord('an event without sample_id');
    const data = objectOf(event.data);
    if (event.type === 'sampling') this.#noteSampling(id, event, number);
    if (event.type !== 'match' && event.type !== 'metrics') return [];
    const sample = this.#open.get(id) ?? sampleOf(event, number);
    // Some evals tell of a match and then of its metrics.
    if (this.#judged.has(id)) return [];
    if (sample.sampled === undefined)
      throw new BadRecord(`a verdict on ${id} without its sampling`);
    this.#open.delete(id);
    this.#judged.add(id);
    return [this.#finish(id, sample, event.type === 'match' ? matchOf(data) : metricsOf(data))];
  }

  /** The first one is what the evaluated model said; a model that grades says more after it. */
  #noteSampling(id: string, event: JsonObject, number: number): void {
    if (this.#open.has(id) || this.#judged.has(id)) return;
    this.#open.set(id, sampleOf(event, number));
  }

  #finish(id: string, sample: Sample, scores: readonly Score[]): Imported {
    const { eval_name: task, run_id: runId, completion_fns: completionFns } = this.#spec;
    const { number, prompt, sampled, model } = sample;
    return {
      number,
      sourceId: `${stringOf(runId) ?? 'run'}.${id}`,
      task: stringOf(task),
      fields: {
        output: textOf(Array.isArray(sampled) ? sampled[0] : sampled),
        input: textOf(prompt),
        model: stringOf(model) ?? stringOf(listOf(completionFns)[0]),
        timestamp: timeOf('created_at', sample.createdAt),
        metadata: { runId, sampleId: id },
      },
      scores,
    };
  }
}

/** Also of a verdict: most evals tell in it what was sampled. */
function sampleOf({ data, created_at: createdAt }: JsonObject, number: number): Sample {
  const { prompt, sampled, model } = objectOf(data);
  return { number, prompt, sampled, createdAt, model };
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
