/** A mail that the server did not take. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  /** What the server said of this mail; null where nothing came, or something that is not about it. */
  readonly answer: string | null;
  /** Whether it will never take it: to try again is no use. Who may not sign in or connect can later. */
  readonly isFinal: boolean;

  constructor(cause: unknown) {
    super('The email was not sent.', { cause });
    const { code, response, responseCode } = factsOf(cause);
    const isAboutTheMail = typeof code === 'string' && ABOUT_THE_MAIL.has(code);
    this.answer = isAboutTheMail && typeof response === 'string' ? response : null;
    this.isFinal =
      isAboutTheMail && typeof responseCode === 'number' && responseCode >= PERMANENT_MIN;
  }
}

// Of nodemailer: about the sender and the receivers, and about the text. Others tell of the way to the server.
const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);
// RFC 5321, 4.2.1: 5yz is a permanent negative answer.
const PERMANENT_MIN = 500;

interface Facts {
  readonly code?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

function factsOf(cause: unknown): Facts {
  return typeof cause === 'object' && cause !== null ? cause : {};
}

/** How mails are sent. */
export interface MailConfig {
  /** With user and password, where the server wants them. */
  readonly smtpUrl: string;
  /** `ada@example.com`, or `Ada <ada@example.com>`. */
  readonly from: string;
}

export interface Mail {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for readers that show HTML; whoever makes it escapes what others have written. */
  readonly html?: string;
  /** Letters, digits and -; the same for a repeat, by which mail programs tell it. */
  readonly id?: string;
}

// Of a connection, a greeting and an answer each.
const SMTP_TIMEOUT_MS = 10_000;

/**
 * Sends one mail over SMTP, once.
 *
 * @throws MailNotSent
 */
export async function sendMail({ smtpUrl, from }: MailConfig, mail: Mail): Promise<void> {
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
  const { to, subject, text, html, id } = mail;
  try {
    await transport.sendMail({
      ...{ from, subject, text },
      // As an object it is one address, whatever stands in it.
      to: { name: '', address: to },
      ...(html === undefined ? {} : { html }),
      ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` }),
    });
  } catch (error) {
    throw new MailNotSent(error);
  }
}

const domainOf = (from: string): string => /@([^\s@<>]+)/.exec(from)?.[1] ?? 'localhost';
