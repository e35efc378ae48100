/** A POST of a JSON body as the bytes that go over the wire. */
export function postBytes(path: string, token: string, body: string): Buffer {
  const bytes = Buffer.from(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${bytes.length}`,
    '\r\n',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** A GET as the bytes that go over the wire. */
export function getBytes(path: string, token: string): Buffer {
  return Buffer.from(
    [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, '\r\n'].join(
      '\r\n',
    ),
  );
}
