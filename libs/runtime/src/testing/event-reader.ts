import { get, type IncomingMessage } from 'node:http';

export interface ReadEvent {
  readonly id: string;
  readonly event: string;
  /** The parsed JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Somebody who reads an answer of server-sent events, as an EventSource does, but for coming again. */
export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** Those that have come so far. */
  readonly events: readonly ReadEvent[];
  /** The last id that came, with an event or without; what an EventSource would go on from. */
  readonly lastId: string;
  /** How many comments have come. */
  readonly comments: number;
  /** How it came to its end: whether as an answer should, or by a broken connection. */
  readonly ended: Promise<'ended' | 'cut'>;
  /** Hangs up. */
  close(): void;
}

/** Opens a stream; resolves when its answer has begun. It throws for no status. */
export async function readEvents(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> {
  // By no pool, which would connect again for each stream that is hung up.
  const asked = get(url, { headers, agent: false });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).on('error', reject);
  });
  const read = { events: [] as ReadEvent[], lastId: '', comments: 0 };
  const reading = async (): Promise<'ended' | 'cut'> => {
    let text = '';
    try {
      for await (const part of answer.setEncoding('utf8')) {
        text += String(part);
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) readBlock(block, read);
      }
      return 'ended';
    } catch {
      return 'cut';
    }
  };
  return Object.assign(read, {
    status: answer.statusCode ?? 0,
    headers: headersOf(answer),
    ended: reading(),
    close: () => void asked.destroy(),
  });
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

function readBlock(
  block: string,
  read: { events: ReadEvent[]; lastId: string; comments: number },
): void {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
  }
  if (fields.has('')) read.comments += 1;
  read.lastId = fields.get('id') ?? read.lastId;
  const data = fields.get('data');
  if (data === undefined) return;
  const { lastId: id } = read;
  const parsed = JSON.parse(data) as ReadEvent['data'];
  read.events.push({ id, event: fields.get('event') ?? 'message', data: parsed });
}
