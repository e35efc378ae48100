import { createServer, type ServerResponse } from 'node:http';

import { listenOnLoopback } from '@output-review/runtime/testing';

/** A server for files by URL. */
export interface FileServer extends AsyncDisposable {
  readonly url: string;
  /** The number of requests received. */
  readonly asked: () => number;
  /** Handles a request. If it does not respond, the server is slow. */
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
