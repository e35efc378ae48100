export interface RequestTarget {
  readonly port: number;
  readonly path: string;
  readonly token: string;
}

/** A POST of a JSON body as the bytes that go over the wire. */
export function postBytes({ port, path, token }: RequestTarget, body: string): Buffer {
  const bytes = Buffer.from(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${bytes.length}`,
    '\r\n',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), bytes]);
}
