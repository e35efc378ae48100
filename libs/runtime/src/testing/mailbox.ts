import { once } from 'node:events';

import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that keeps what it is given. */
export interface Mailbox {
  readonly url: string;
  /** The mails to an address with their headers, oldest first. */
  mailsTo(address: string): readonly string[];
  /** How many connections are refused from now on. */
  refuseNext(count: number): void;
  /** Takes nothing for these addresses. */
  refuseMailsTo(...addresses: readonly string[]): void;
  stop(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: { readonly to: string; readonly text: string }[] = [];
  const unknown = new Set<string>();
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, callback) => {
      if (refusals === 0) {
        callback();
        return;
      }
      refusals -= 1;
      callback(Object.assign(new Error('Come back later'), { responseCode: 421 }));
    },
    onRcptTo: ({ address }, _session, callback) => {
      if (!unknown.has(address)) callback();
      else callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = decode(Buffer.concat(chunks).toString('utf8'));
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo: (address) => mails.filter(({ to }) => to === address).map(({ text }) => text),
    refuseNext: (count) => {
      refusals = count;
    },
    refuseMailsTo: (...addresses) => {
      for (const address of addresses) unknown.add(address);
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable folds long lines with a `=` at their end. */
function decode(text: string): string {
  return text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
