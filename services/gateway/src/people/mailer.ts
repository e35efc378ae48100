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

// A restarting server is back by the last retry.
const RETRY_AFTER_MS = [1_000, 10_000];
const MINUTE_MS = 60_000;
// A greylisting server wants some minutes first. Longer than all attempts above together.
const NEXT_MS = 10 * MINUTE_MS;
// By then a password reset link has expired, and its user has requested another.
const KEPT_MS = 60 * MINUTE_MS;
// Nobody can request a notice again, or a link that has replaced another.
const NOTICE_KEPT_MS = 24 * 60 * MINUTE_MS;
// Servers limit the connections of one client, and may bar one that opens many.
const CONNECTIONS_MAX = 5;
// Those beyond stay stored, and are sent when they are due.
const WAITING_MAX = 1_000;
// Shutdown has 20 s in total.
const CLOSE_MS_MAX = 5_000;

interface MailerDeps extends MailStore {
  readonly log: Logger;
  readonly clock: Clock;
}

/** Sends mails over SMTP. Mails that the server has not accepted are stored, and any running gateway retries them. */
export class Mailer {
  readonly #config: MailConfig;
  readonly #deps: MailerDeps;
  readonly #closing = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  #connections = 0;
  /** Mails that wait for a connection, oldest first. */
  readonly #waiting: (() => void)[] = [];
  /** Mails already sent of notices that are not complete. */
  readonly #sent = new Set<string>();

  constructor(config: MailConfig, deps: MailerDeps) {
    this.#config = config;
    this.#deps = deps;
  }

  /**
   * Creates and sends a mail in the background, so that the response time does not reveal who has an account. For the
   * same reason the mail is not stored before the answer. If the gateway is killed within these milliseconds, the user
   * requests the mail again.
   */
  post(make: () => Promise<Omit<Mail, 'id'>>): void {
    this.#inBackground(async () => {
      const mail = { ...(await make()), id: newId() };
      await this.#tryNow(await this.#keep({ workspaceId: '', mail }, KEPT_MS));
    });
  }

  /**
   * Stores a mail in the transaction of its cause, so that neither happens without the other.
   *
   * @returns a function that sends it in the background, to be called after the commit.
   */
  async keep(tx: SqlClient, made: Omit<Mail, 'id'>): Promise<() => void> {
    const mail = { ...made, id: newId() };
    const kept = await this.#keep({ workspaceId: '', mail }, NOTICE_KEPT_MS, tx);
    return () => this.#inBackground(() => this.#tryNow(kept));
  }

  /**
   * Sends the mails of a notice and waits for them. Called again with the same notice, it continues where it stopped. A
   * mail that the server defers is retried in the background; one that it rejects permanently is given up.
   *
   * @throws AppError UNAVAILABLE if the server is down.
   */
  async sendNotice(workspaceId: string, mails: readonly KeptMail['mail'][]): Promise<void> {
    for (const mail of mails) {
      if (!this.#sent.has(nameOf(mail))) await this.#send({ workspaceId, mail });
      this.#sent.add(nameOf(mail));
    }
    for (const mail of mails) this.#sent.delete(nameOf(mail));
  }

  /** Sends stored mails that are due, including those of a stopped gateway. */
  async sendKept(): Promise<void> {
    const now = this.#deps.clock.now();
    const due = await takeDueMails(this.#deps, { now, nextAt: later(now, NEXT_MS) });
    this.#inBackground(() => this.#sendDue(due));
  }

  /** Sends one after the other, and stops if the server did not even answer: the sign-in may be failing. */
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
        if (failure !== null) await this.#defer({ ...kept, mail }, failure);
        if (failure?.answer === null) return;
      }
    }
  }

  /** Waits for mails that are being sent. The others stay stored. */
  async close(): Promise<void> {
    this.#closing.abort();
    await within(CLOSE_MS_MAX, Promise.all(this.#inFlight));
  }

  async #send(notice: Omit<KeptMail, 'until'>): Promise<void> {
    try {
      await this.#deliver(notice.mail);
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
      .finally(() => this.#inFlight.delete(working));
    this.#inFlight.add(working);
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

  async #deliver(mail: Mail): Promise<void> {
    if (this.#connections < CONNECTIONS_MAX) this.#connections += 1;
    else await new Promise<void>((begin) => this.#waiting.push(begin));
    try {
      await sendMail(this.#config, mail);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#connections -= 1;
    }
  }

  async #tryNow(kept: KeptMail): Promise<void> {
    if (this.#waiting.length >= WAITING_MAX) return;
    const { signal } = this.#closing;
    let failure = await this.#attempt(kept);
    for (const afterMs of RETRY_AFTER_MS) {
      if (failure === null) return;
      await wait(afterMs, signal);
      if (signal.aborted) break;
      failure = await this.#attempt(kept);
    }
    if (failure !== null) await this.#defer(kept, failure);
  }

  async #defer(kept: KeptMail, failure: MailNotSent): Promise<void> {
    const { db, log, clock } = this.#deps;
    if (later(clock.now(), NEXT_MS) < kept.until) {
      log.warn({ err: failure }, 'email not sent yet, trying again in ten minutes');
      return;
    }
    await dropMail(db, kept.workspaceId, kept.mail.id);
    throw failure;
  }

  /** @returns the error if the mail must be retried; otherwise null. */
  async #attempt({ workspaceId, mail }: KeptMail): Promise<MailNotSent | null> {
    const { db, log } = this.#deps;
    try {
      await this.#deliver(mail);
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      if (!error.isFinal) return error;
      log.warn({ err: error }, 'email not sent');
    }
    await dropMail(db, workspaceId, mail.id).catch((error: unknown) =>
      log.warn({ err: error }, 'email not removed from storage, may be sent again'),
    );
    return null;
  }
}

/** Mails of a workspace are notices to its admins, and are stored long enough for an admin to be removed. */
async function isForFormerAdmin(db: SqlClient, workspaceId: string, to: string): Promise<boolean> {
  if (workspaceId === '') return false;
  const { emails } = await adminsOf(db, workspaceId);
  return !emails.includes(to);
}

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

const nameOf = ({ id, to }: Mail): string => `${id}/${to}`;
