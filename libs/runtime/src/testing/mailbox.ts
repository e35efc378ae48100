import { once } from 'node:events';

import { SMTPServer } from 'smtp-server';

import { eventually } from './eventually.ts';

/** A mail server on loopback that stores its emails. */
export interface Mailbox {
  readonly url: string;
  /** The emails to an address, with headers, oldest first. */
  mailsTo(address: string): readonly string[];
  /** Refuses the next `count` connections after `accepted` further ones, with a reply. */
  refuseNext(count: number, accepted?: number, reply?: number): void;
  /** Refuses the next sign-ins. Senders need not sign in. */
  refuseSignIns(count: number): void;
  /** Refuses all emails to these addresses. */
  refuseMailsTo(...addresses: readonly string[]): void;
  /** Refuses the next emails to this address temporarily. */
  deferMailsTo(address: string, times: number): void;
  /**
   * How many connections were open at once, at most. One whose email was accepted does not count: its sender may open the
   * next before this server notices that the former has ended.
   */
  connectionsMax(): number;
  /** Greets no new connection until the returned function is called, which waits until all connections have ended. */
  hold(): () => Promise<void>;
  stop(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: { readonly to: string; readonly text: string }[] = [];
  const unknown = new Set<string>();
  const deferrals = new Map<string, number>();
  let accepted = 0;
  let refusals = 0;
  let refusalReply = 421;
  let refusedSignIns = 0;
  let held = Promise.resolve();
  const open = new Set<string>();
  let connectionsMax = 0;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onConnect: ({ id }, callback) => {
      open.add(id);
      connectionsMax = Math.max(connectionsMax, open.size);
      void held.then(() => {
        if (accepted > 0 || refusals === 0) {
          accepted = Math.max(0, accepted - 1);
          callback();
          return;
        }
        refusals -= 1;
        callback(refusal(refusalReply, 'Come back later'));
      });
    },
    onClose: ({ id }) => void open.delete(id),
    onAuth: ({ username }, _session, callback) => {
      const isRefused = refusedSignIns > 0;
      if (isRefused) refusedSignIns -= 1;
      callback(isRefused ? refusal(535, 'Wrong password') : null, { user: username });
    },
    onRcptTo: ({ address }, _session, callback) => {
      const left = deferrals.get(address) ?? 0;
      deferrals.set(address, left - 1);
      if (unknown.has(address)) callback(refusal(550, 'No such mailbox'));
      else if (left > 0) callback(refusal(452, 'The mailbox is full'));
      else callback();
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = decode(Buffer.concat(chunks).toString('utf8'));
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text });
        open.delete(session.id);
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
    refuseNext: (count, behind = 0, reply = 421) => {
      accepted = behind;
      refusals = count;
      refusalReply = reply;
    },
    refuseSignIns: (count) => {
      refusedSignIns = count;
    },
    refuseMailsTo: (...addresses) => {
      for (const address of addresses) unknown.add(address);
    },
    deferMailsTo: (address, times) => void deferrals.set(address, times),
    connectionsMax: () => connectionsMax,
    hold: () => {
      let release = (): void => {};
      held = new Promise((resolve) => (release = resolve));
      return async () => {
        held = Promise.resolve();
        release();
        await eventually(() => {
          if (server.connections.size > 0) throw new Error('A connection is open');
        });
      };
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Quoted-printable wraps long lines with a trailing `=`. */
function decode(text: string): string {
  return text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
