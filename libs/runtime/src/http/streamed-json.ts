import type { ServerResponse } from 'node:http';

// Small items go together, so that a list of many does not become as many writes.
const PART_CHARS_MIN = 64 * 1024;

/** A JSON answer that is written part by part, because all of it would be too much to hold. */
export class StreamedJson<Answer> {
  /** What the parts come to; only the types know of it. */
  declare readonly answer: Answer;
  readonly parts: AsyncIterable<string>;

  constructor(parts: AsyncIterable<string>) {
    this.parts = parts;
  }
}

/** Who writes an answer of text, for as long as somebody reads it. */
export interface StreamedTextOptions {
  readonly parts: AsyncIterable<string>;
  /** For so long the receiver may take nothing; then the connection is cut. */
  readonly silenceMsMax: number;
  /** Called once, when the answer has been sent or its connection is gone. */
  readonly onClose: () => void;
}

/**
 * An answer of any text that is written part by part, the next one only when the receiver has taken the
 * last. Where making one fails the connection is cut. Its headers say of which type it is.
 */
export class StreamedText {
  readonly #options: StreamedTextOptions;

  constructor(options: StreamedTextOptions) {
    this.#options = options;
  }

  get parts(): AsyncIterable<string> {
    return this.#options.parts;
  }

  /** Begins to look after the answer that it is sent as. */
  watch(res: ServerResponse): void {
    const { onClose, silenceMsMax } = this.#options;
    if (res.closed) onClose();
    else res.once('close', onClose);
    cutWhenUnread(res, silenceMsMax);
  }
}

/** Cuts the connection of an answer when its receiver takes nothing for so long. */
export function cutWhenUnread(res: ServerResponse, silenceMsMax: number): void {
  res.setTimeout(silenceMsMax, () => res.destroy());
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/**
 * An answer with one long list, whose items are made while it is sent: the next one only when the
 * receiver has taken the last. Where making one fails the connection is cut, so that half an answer
 * does not look like a whole one.
 *
 * @param rest the other members, at least one.
 * @param name the member that is the list; it comes last.
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
