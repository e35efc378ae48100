import { createServer, type ServerResponse } from 'node:http';

import { listenOnLoopback } from '@output-review/runtime/testing';

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
  const { port, ...loopback } = await listenOnLoopback(server);
  const files: FileServer = {
    url: `http://127.0.0.1:${port}/a.txt`,
    asked: () => asked,
    answer: (response) => response.end('from a url'),
    ...loopback,
  };
  return files;
}
