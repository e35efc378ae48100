import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from '@jest/globals';

import { LoadConnection } from './connection.ts';

test('a connection that the server closed while it lay idle is opened anew', async () => {
  const server = createServer((_, response) =>
    response.writeHead(202, { 'content-length': 2 }).end('{}'),
  );
  server.keepAliveTimeout = 1;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = Buffer.from('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n');
  try {
    const connected = once(server, 'connection');
    const connection = await LoadConnection.open(port);
    const [socket] = (await connected) as [NodeJS.EventEmitter];
    expect(await connection.send(request)).toMatchObject({ status: 202 });
    await once(socket, 'close');

    expect(await connection.send(request)).toMatchObject({ status: 202, body: '{}' });
    connection.close();
  } finally {
    server.close();
    await once(server, 'close');
  }
});
