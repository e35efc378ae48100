import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server whose files outputs name by url. */
export interface FileServer extends AsyncDisposable {
  readonly url: string;
  /** How many requests have come. */
  readonly asked: () => number;
  /** How it answers; one that does not is a server that is slow. */
  answer: (response: ServerResponse) => void;
}

export async function startFileServer(): Promise<FileServer> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    files.answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const files: FileServer = {
    url: `http://127.0.0.1:${port}/a.txt`,
    asked: () => asked,
    answer: (response) => response.end('from a url'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return files;
}
