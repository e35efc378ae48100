import { withDeadline } from '../base/wait.ts';

/** The mail server did not accept an email. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  /** The server's reply to this email, or null if there was none about it. */
  readonly answer: string | null;
  /** Whether a retry is pointless. A failed sign-in or connection is not final. */
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

// nodemailer codes for errors of the sender, the recipients or the text. Others concern the connection.
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

/** How to send email. */
export interface MailConfig {
  /** Includes user and password if the server requires them. */
  readonly smtpUrl: string;
  /** `ada@example.com`, or `Ada <ada@example.com>`. */
  readonly from: string;
}

export interface Mail {
  /** One address, without a display name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML. The caller must escape text from others. */
  readonly html?: string;
  /** Letters, digits and -. The same for a resend, so that email clients can deduplicate. */
  readonly id?: string;
}

// Timeout for the connection, the greeting and each reply.
const SMTP_TIMEOUT_MS = 10_000;
// Timeout for all replies together: a server may delay each one.
const MAIL_MS_MAX = 30_000;

/**
 * Sends one email over SMTP, without retries.
 *
 * @param signal closes the connection, so that an email that is sent again later does not arrive twice.
 * @throws MailNotSent
 */
export async function sendMail(
  { smtpUrl, from }: MailConfig,
  mail: Mail,
  signal?: AbortSignal,
): Promise<void> {
  // Loaded only by installations that send email.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // Content is text only: read no paths and fetch no URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { to, subject, text, html, id } = mail;
  try {
    await withDeadline({ timeoutMs: MAIL_MS_MAX, signal }, (ended) =>
      transport.sendMail({
        ...{ from, subject, text, signal: ended },
        // As an object it is a single address, whatever it contains.
        to: { name: '', address: to },
        ...(html === undefined ? {} : { html }),
        ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` }),
      }),
    );
  } catch (error) {
    throw new MailNotSent(error);
  }
}

const domainOf = (from: string): string => /@([^\s@<>]+)/.exec(from)?.[1] ?? 'localhost';
