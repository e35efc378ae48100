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
