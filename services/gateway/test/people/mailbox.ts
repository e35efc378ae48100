import { once } from 'node:events';

import { expect } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that keeps what it is given. */
export interface Mailbox {
  readonly url: string;
  /** The texts of the mails to an address, oldest first. */
  mailsTo(address: string): readonly string[];
  /** Waits for so many mails to an address. @returns the secret of the link in the newest. */
  secretMailedTo(address: string, count: number): Promise<string>;
  /** How many connections are refused from now on. */
  refuseNext(count: number): void;
  stop(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: { readonly to: string; readonly text: string }[] = [];
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
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        // Long lines are folded with a `=` at their end.
        const text = Buffer.concat(chunks).toString('utf8').replaceAll('=\r\n', '');
        const decoded = text.replaceAll('=3D', '=');
        for (const { address } of session.envelope.rcptTo)
          mails.push({ to: address, text: decoded });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  const mailsTo = (address: string): readonly string[] =>
    mails.filter(({ to }) => to === address).map(({ text }) => text);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo,
    async secretMailedTo(address, count) {
      await eventually(() => expect(mailsTo(address)).toHaveLength(count));
      return /(?:#|token=)([\w-]{43})\s/.exec(mailsTo(address).at(-1) ?? '')?.[1] ?? '';
    },
    refuseNext: (count) => {
      refusals = count;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
