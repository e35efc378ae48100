import { AppError } from '@output-review/errors';
import {
  type Logger,
  type Mail,
  type MailConfig,
  MailNotSent,
  sendMail,
  wait,
  within,
} from '@output-review/runtime';

// A server that is being restarted is back by the last; whoever waits for a mail asks again later.
const RETRY_AFTER_MS = [1_000, 10_000];
// A stop has 20 s in all.
const CLOSE_MS_MAX = 5_000;

/** Sends mails over SMTP. */
export class Mailer {
  readonly #config: MailConfig;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor(config: MailConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  /**
   * Sends a mail that is made when it is its turn, or none, in the background: how long it takes says
   * nothing of who has an account.
   */
  post(make: () => Promise<Mail | null>): void {
    const sending = this.#make(make).finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }

  /**
   * Sends a mail and waits for it. One that the server will never take is given up.
   *
   * @throws AppError UNAVAILABLE where it may go out later.
   */
  async send(mail: Mail): Promise<void> {
    try {
      await sendMail(this.#config, mail);
    } catch (error) {
      if (!(error instanceof MailNotSent && error.isFinal)) {
        throw new AppError('UNAVAILABLE', 'The mail server does not accept emails right now.', {
          cause: error,
        });
      }
      this.#log.warn({ err: error }, 'email not sent');
    }
  }

  /** Waits for what is on its way, and gives the rest up. */
  async close(): Promise<void> {
    this.#closing.abort();
    await within(CLOSE_MS_MAX, Promise.all(this.#underWay));
  }

  async #make(make: () => Promise<Mail | null>): Promise<void> {
    try {
      const mail = await make();
      if (mail) await trySending(this.#config, mail, this.#closing.signal);
    } catch (error) {
      this.#log.warn({ err: error }, 'email not sent');
    }
  }
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
