import { type Logger, type MailConfig, wait, within } from '@output-review/runtime';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Sends a mail that is made when it is its turn, or none; nobody waits for it. */
  post(make: () => Promise<Mail | null>): void;
  /** Waits for what is on its way, and gives the rest up. */
  close(): Promise<void>;
}

export interface MailerOptions extends MailConfig {
  readonly log: Logger;
}

// A server that is being restarted is back by the last; whoever waits for a mail asks again later.
const RETRY_AFTER_MS = [1_000, 10_000];
// Of a connection, a greeting and an answer each.
const SMTP_TIMEOUT_MS = 10_000;
// A stop has 20 s in all.
const CLOSE_MS_MAX = 5_000;

/** Sends mails over SMTP, in the background: how long it takes says nothing of who has an account. */
export function makeMailer({ smtpUrl, from, log }: MailerOptions): Mailer {
  const closing = new AbortController();
  const under = new Set<Promise<void>>();
  const send = async (make: () => Promise<Mail | null>): Promise<void> => {
    try {
      const mail = await make();
      if (mail) await trySending({ mail, smtpUrl, from }, closing.signal);
    } catch (error) {
      log.warn({ err: error }, 'mail not sent');
    }
  };
  return {
    post(make) {
      const sending = send(make).finally(() => under.delete(sending));
      under.add(sending);
    },
    async close() {
      closing.abort();
      await within(CLOSE_MS_MAX, Promise.all(under));
    },
  };
}

interface Sending {
  readonly mail: Mail;
  readonly smtpUrl: string;
  readonly from: string;
}

async function trySending(sending: Sending, closing: AbortSignal): Promise<void> {
  for (const retryAfterMs of RETRY_AFTER_MS) {
    try {
      await sendNow(sending);
      return;
    } catch (error) {
      if (closing.aborted || isRefused(error)) throw error;
      await wait(retryAfterMs, closing);
    }
  }
  await sendNow(sending);
}

async function sendNow({ mail, smtpUrl, from }: Sending): Promise<void> {
  // Of use only to installations that send mails.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // What stands in a mail is text: nothing is read from a path or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  await transport.sendMail({ ...mail, from });
}

/** Whether the server will never take it. */
function isRefused(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'responseCode' in error;
  return code && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
