import { AppError } from '@output-review/errors';
import {
  type Clock,
  type Logger,
  type Mail,
  type MailConfig,
  MailNotSent,
  newId,
  sendMail,
  type SqlClient,
  wait,
  within,
} from '@output-review/runtime';

import {
  dropMail,
  type KeptMail,
  keepMail,
  type MailStore,
  takeDueMails,
} from './kept-mails.sql.ts';
import { adminsOf } from './members.sql.ts';

// A server that is being restarted is back by the last.
const RETRY_AFTER_MS = [1_000, 10_000];
const MINUTE_MS = 60_000;
// One that does not know the sender yet wants some minutes first. Longer than the attempts above take in all.
const NEXT_MS = 10 * MINUTE_MS;
// The link for a new password is over then, and whoever waits for a mail has asked again.
const KEPT_MS = 60 * MINUTE_MS;
// Nobody asks again for a notice, nor for a link that has replaced another.
const NOTICE_KEPT_MS = 24 * 60 * MINUTE_MS;
// A stop has 20 s in all.
const CLOSE_MS_MAX = 5_000;

interface MailerDeps extends MailStore {
  readonly log: Logger;
  readonly clock: Clock;
}

/** Sends mails over SMTP. What the server has not taken is kept, and tried again by whichever gateway runs. */
export class Mailer {
  readonly #config: MailConfig;
  readonly #deps: MailerDeps;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** Of notices that are not all sent yet. */
  readonly #sent = new Set<string>();

  constructor(config: MailConfig, deps: MailerDeps) {
    this.#config = config;
    this.#deps = deps;
  }

  /**
   * Sends a mail that is made when it is its turn, in the background: how long it takes says nothing of
   * who has an account. That is why it is not kept before the answer either: where a gateway is killed within
   * these milliseconds, whoever waits for it asks again.
   */
  post(make: () => Promise<Omit<Mail, 'id'>>): void {
    this.#inBackground(async () => {
      const mail = { ...(await make()), id: newId() };
      await this.#tryNow(await this.#keep({ workspaceId: '', mail }, KEPT_MS));
    });
  }

  /**
   * Keeps a mail in the transaction of what it tells: neither is done without the other.
   *
   * @returns what sends it in the background, to be called after the commit.
   */
  async keep(tx: SqlClient, made: Omit<Mail, 'id'>): Promise<() => void> {
    const mail = { ...made, id: newId() };
    const kept = await this.#keep({ workspaceId: '', mail }, NOTICE_KEPT_MS, tx);
    return () => this.#inBackground(() => this.#tryNow(kept));
  }

  /**
   * Sends the mails of a notice and waits for them; called again with the same, it goes on where it was cut off. A mail
   * that the server does not take for now is tried again in the background, one that it will never take is given up.
   *
   * @throws AppError UNAVAILABLE where the server is away.
   */
  async sendNotice(workspaceId: string, mails: readonly KeptMail['mail'][]): Promise<void> {
    for (const mail of mails) {
      if (!this.#sent.has(nameOf(mail))) await this.#send({ workspaceId, mail });
      this.#sent.add(nameOf(mail));
    }
    for (const mail of mails) this.#sent.delete(nameOf(mail));
  }

  /** Goes on with mails that are due, also those of a gateway that has stopped. */
  async sendKept(): Promise<void> {
    const now = this.#deps.clock.now();
    const due = await takeDueMails(this.#deps, { now, nextAt: later(now, NEXT_MS) });
    this.#inBackground(() => this.#sendDue(due));
  }

  /** One after the other, and none after one that the server did not even answer: it may be signing in that fails. */
  async #sendDue(due: Awaited<ReturnType<typeof takeDueMails>>): Promise<void> {
    const { db, log, clock } = this.#deps;
    for (const { id, mail, ...kept } of due) {
      if (this.#closing.signal.aborted) return;
      if (kept.until <= clock.now()) {
        log.warn({ mailId: id }, 'email not sent');
        await dropMail(db, kept.workspaceId, id);
      } else if (mail === null) {
        log.warn({ mailId: id }, 'email not sent yet, it is encrypted with another key');
      } else if (await isForFormerAdmin(db, kept.workspaceId, mail.to)) {
        await dropMail(db, kept.workspaceId, id);
      } else {
        const failure = await this.#attempt({ ...kept, mail });
        if (failure !== null) await this.#putOff({ ...kept, mail }, failure);
        if (failure?.answer === null) return;
      }
    }
  }

  /** Waits for what is on its way; the rest stays kept. */
  async close(): Promise<void> {
    this.#closing.abort();
    await within(CLOSE_MS_MAX, Promise.all(this.#underWay));
  }

  async #send(notice: Omit<KeptMail, 'until'>): Promise<void> {
    try {
      await sendMail(this.#config, notice.mail);
    } catch (error) {
      if (error instanceof MailNotSent && error.isFinal) {
        this.#deps.log.warn({ err: error }, 'email not sent');
      } else if (error instanceof MailNotSent && error.answer !== null) {
        const kept = await this.#keep(notice, NOTICE_KEPT_MS);
        this.#inBackground(() => this.#tryNow(kept));
      } else {
        throw new AppError('UNAVAILABLE', 'The mail server does not accept emails right now.', {
          cause: error,
        });
      }
    }
  }

  #inBackground(work: () => Promise<void>): void {
    const working = work()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'email not sent'))
      .finally(() => this.#underWay.delete(working));
    this.#underWay.add(working);
  }

  async #keep(
    made: Omit<KeptMail, 'until'>,
    keptMs: number,
    db: SqlClient = this.#deps.db,
  ): Promise<KeptMail> {
    const now = this.#deps.clock.now();
    const kept = { ...made, until: later(now, keptMs) };
    await keepMail({ ...this.#deps, db }, kept, later(now, NEXT_MS));
    return kept;
  }

  async #tryNow(kept: KeptMail): Promise<void> {
    const { signal } = this.#closing;
    let failure = await this.#attempt(kept);
    for (const afterMs of RETRY_AFTER_MS) {
      if (failure === null) return;
      await wait(afterMs, signal);
      if (signal.aborted) break;
      failure = await this.#attempt(kept);
    }
    if (failure !== null) await this.#putOff(kept, failure);
  }

  async #putOff(kept: KeptMail, failure: MailNotSent): Promise<void> {
    const { db, log, clock } = this.#deps;
    if (later(clock.now(), NEXT_MS) < kept.until) {
      log.warn({ err: failure }, 'email not sent yet, trying again in ten minutes');
      return;
    }
    await dropMail(db, kept.workspaceId, kept.mail.id);
    throw failure;
  }

  /** @returns why it is to be tried again; null where it is not. */
  async #attempt({ workspaceId, mail }: KeptMail): Promise<MailNotSent | null> {
    const { db, log } = this.#deps;
    try {
      await sendMail(this.#config, mail);
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      if (!error.isFinal) return error;
      log.warn({ err: error }, 'email not sent');
    }
    await dropMail(db, workspaceId, mail.id).catch((error: unknown) =>
      log.warn({ err: error }, 'email is not removed from those to be sent, and may be sent again'),
    );
    return null;
  }
}

/** Mails of a workspace are notices to its admins, and are kept for so long that one may have been removed meanwhile. */
async function isForFormerAdmin(db: SqlClient, workspaceId: string, to: string): Promise<boolean> {
  if (workspaceId === '') return false;
  const { emails } = await adminsOf(db, workspaceId);
  return !emails.includes(to);
}

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

const nameOf = ({ id, to }: Mail): string => `${id}/${to}`;
