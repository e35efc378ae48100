import { get, type IncomingMessage } from 'node:http';

export interface ReadEvent {
  readonly id: string;
  readonly event: string;
  /** The parsed JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A reader of server-sent events that works like an EventSource, but does not reconnect. */
export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** The events received so far. */
  readonly events: readonly ReadEvent[];
  /** The last received ID, with or without an event, from which an EventSource would resume. */
  readonly lastId: string;
  /** The number of comments received. */
  readonly comments: number;
  /** Whether the stream ended properly or was cut. */
  readonly ended: Promise<'ended' | 'cut'>;
  /** Disconnects. */
  close(): void;
}

/** Opens a stream. Resolves when the response starts. Does not throw for any status. */
export async function readEvents(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> {
  // Without a connection pool, which would reconnect for each closed stream.
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
