import type { ServerResponse } from 'node:http';

// Small items are batched, so that a long list does not become as many writes.
const PART_CHARS_MIN = 64 * 1024;

/** A JSON answer that is streamed, because it is too large to hold in memory. */
export class StreamedJson<Answer> {
  /** The type of the complete answer. It exists only in the types. */
  declare readonly answer: Answer;
  readonly parts: AsyncIterable<string>;

  constructor(parts: AsyncIterable<string>) {
    this.parts = parts;
  }
}

/** A streamed text answer and its lifecycle. */
export interface StreamedTextOptions {
  readonly parts: AsyncIterable<string>;
  /** How long the receiver may stall before the connection is cut. */
  readonly silenceMsMax: number;
  /** Called once, when the answer has been sent or its connection is gone. */
  readonly onClose: () => void;
}

/**
 * A streamed text answer. The next part is created only when the receiver has taken the last one. If creating a part
 * fails, the connection is cut. The headers set the content type.
 */
export class StreamedText {
  readonly #options: StreamedTextOptions;

  constructor(options: StreamedTextOptions) {
    this.#options = options;
  }

  get parts(): AsyncIterable<string> {
    return this.#options.parts;
  }

  /** Starts to watch the response that sends it. */
  watch(res: ServerResponse): void {
    const { onClose, silenceMsMax } = this.#options;
    if (res.closed) onClose();
    else res.once('close', onClose);
    cutWhenUnread(res, silenceMsMax);
  }
}

/** Cuts the connection of an answer if its receiver stalls for this long. */
export function cutWhenUnread(res: ServerResponse, silenceMsMax: number): void {
  res.setTimeout(silenceMsMax, () => res.destroy());
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/**
 * Streams an answer with one long list. The next item is created only when the receiver has taken the last one. If
 * creating an item fails, the connection is cut, so that a partial answer does not look complete.
 *
 * @param rest the other members, at least one.
 * @param name the list member; it comes last.
 */
export function streamList<Answer extends object, Name extends keyof Answer & string>(
  rest: Omit<Answer, Name>,
  name: Name,
  items: AsyncIterable<ItemOf<Answer[Name]>>,
): StreamedJson<Answer> {
  return new StreamedJson<Answer>(
    writeList(`${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(name)}:[`, items),
  );
}

async function* writeList(head: string, items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let part = head;
  let separator = '';
  for await (const item of items) {
    part += separator + JSON.stringify(item);
    separator = ',';
    if (part.length < PART_CHARS_MIN) continue;
    yield part;
    part = '';
  }
  yield `${part}]}`;
}
