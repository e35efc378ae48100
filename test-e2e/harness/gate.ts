import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Starts a proxy of the service that lets a number of calls through and holds the others until it is opened. */
export async function startGate(url: string, { shutAfter }: { readonly shutAfter: number }) {
  let calls = 0;
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const server = createServer((request, response) => {
    void (async () => {
      calls += 1;
      if (calls > shutAfter) await opened;
      const { method = 'GET', headers } = request;
      const { authorization = '', 'content-type': type = '' } = headers;
      const answer = await fetch(new URL(request.url ?? '/', url), {
        ...{ method, headers: { authorization, 'content-type': type } },
        ...(method !== 'GET' && { body: await text(request) }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    isShut: () => calls > shutAfter,
    open,
    [Symbol.asyncDispose]: async () => {
      open();
      server.close();
      await once(server, 'close');
    },
  };
}
