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
// Nobody asks again for a notice, and a server that does not know the sender yet wants some minutes first.
const NOTICE_RETRY_AFTER_MS = [...RETRY_AFTER_MS, 600_000];
// A stop has 20 s in all.
const CLOSE_MS_MAX = 5_000;

/** Sends mails over SMTP. */
export class Mailer {
  readonly #config: MailConfig;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** Of notices that are not all sent yet. */
  readonly #sent = new Set<string>();

  constructor(config: MailConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  /**
   * Sends a mail that is made when it is its turn, or none, in the background: how long it takes says
   * nothing of who has an account.
   */
  post(make: () => Promise<Mail | null>, retryAfterMs = RETRY_AFTER_MS): void {
    const sending = this.#make(make, retryAfterMs).finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }

  /**
   * Sends the mails of a notice and waits for them; called again with the same, it goes on where it was cut off. A mail
   * that the server does not take for now is tried again in the background, one that it will never take is given up.
   *
   * @throws AppError UNAVAILABLE where the server is away.
   */
  async sendNotice(mails: readonly Mail[]): Promise<void> {
    for (const mail of mails) {
      if (!this.#sent.has(nameOf(mail))) await this.#send(mail);
      this.#sent.add(nameOf(mail));
    }
    for (const mail of mails) this.#sent.delete(nameOf(mail));
  }

  async #send(mail: Mail): Promise<void> {
    try {
      await sendMail(this.#config, mail);
    } catch (error) {
      if (error instanceof MailNotSent && error.isFinal) {
        this.#log.warn({ err: error }, 'email not sent');
      } else if (error instanceof MailNotSent && error.answer !== null) {
        this.post(() => Promise.resolve(mail), NOTICE_RETRY_AFTER_MS);
      } else {
        throw new AppError('UNAVAILABLE', 'The mail server does not accept emails right now.', {
          cause: error,
        });
      }
    }
  }

  /** Waits for what is on its way, and gives the rest up. */
  async close(): Promise<void> {
    this.#closing.abort();
    await within(CLOSE_MS_MAX, Promise.all(this.#underWay));
  }

  async #make(make: () => Promise<Mail | null>, retryAfterMs: readonly number[]): Promise<void> {
    try {
      const mail = await make();
      if (mail) await this.#trySending(mail, retryAfterMs);
    } catch (error) {
      this.#log.warn({ err: error }, 'email not sent');
    }
  }

  async #trySending(mail: Mail, retryAfterMs: readonly number[]): Promise<void> {
    const { signal } = this.#closing;
    for (const afterMs of retryAfterMs) {
      try {
        await sendMail(this.#config, mail);
        return;
      } catch (error) {
        if (signal.aborted || (error instanceof MailNotSent && error.isFinal)) throw error;
        await wait(afterMs, signal);
      }
    }
    await sendMail(this.#config, mail);
  }
}

const nameOf = ({ id, to }: Mail): string => `${id}/${to}`;
