import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, test } from '@jest/globals';
import { listenOnLoopback } from '@output-review/runtime/testing';

import { LoadConnection } from './connection.ts';

test('a connection that the server closed while idle is reopened', async () => {
  const server = createServer((_, response) =>
    response.writeHead(202, { 'content-length': 2 }).end('{}'),
  );
  server.keepAliveTimeout = 1;
  await using loopback = await listenOnLoopback(server);
  const request = Buffer.from('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n');
  const connected = once(server, 'connection');
  const connection = await LoadConnection.open(loopback.port);
  const [socket] = (await connected) as [NodeJS.EventEmitter];
  expect(await connection.send(request)).toMatchObject({ status: 202 });
  await once(socket, 'close');

  expect(await connection.send(request)).toMatchObject({ status: 202, body: '{}' });
  connection.close();
});
