import {
  type Logger,
  type Mail,
  type MailConfig,
  MailNotSent,
  sendMail,
  wait,
  within,
} from '@output-review/runtime';

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
// A stop has 20 s in all.
const CLOSE_MS_MAX = 5_000;

/** Sends mails over SMTP, in the background: how long it takes says nothing of who has an account. */
export function makeMailer({ smtpUrl, from, log }: MailerOptions): Mailer {
  const closing = new AbortController();
  const under = new Set<Promise<void>>();
  const send = async (make: () => Promise<Mail | null>): Promise<void> => {
    try {
      const mail = await make();
      if (mail) await trySending({ smtpUrl, from }, mail, closing.signal);
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

async function trySending(config: MailConfig, mail: Mail, closing: AbortSignal): Promise<void> {
  for (const retryAfterMs of RETRY_AFTER_MS) {
    try {
      await sendMail(config, mail);
      return;
    } catch (error) {
      if (closing.aborted || (error instanceof MailNotSent && error.isFinal)) throw error;
      await wait(retryAfterMs, closing);
    }
  }
  await sendMail(config, mail);
}
