import type { MailConfig } from '../config/mail-group.ts';
import { MailNotSent } from './mail-not-sent.ts';

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
