import { matching, optional, url } from './fields.ts';
import { configGroup, type ConfigGroup } from './read-config.ts';

/** How mails are sent. */
export interface MailConfig {
  /** With user and password, where the server wants them. */
  readonly smtpUrl: string;
  /** `ada@example.com`, or `Ada <ada@example.com>`. */
  readonly from: string;
}

/** Null where no mails are sent. */
export const mailGroup: ConfigGroup<MailConfig | null> = configGroup({
  fields: {
    SMTP_URL: optional(url({ schemes: ['smtp', 'smtps'] })),
    MAIL_FROM: optional(
      matching(
        /^(?:[^\s@<>]+@[^\s@<>]+|[^\r\n<>]+ <[^\s@<>]+@[^\s@<>]+>)$/,
        'must be an e-mail address, or a name and <address>',
      ),
    ),
  },
  contradictions: ({ SMTP_URL, MAIL_FROM }) => {
    if (SMTP_URL === null && typeof MAIL_FROM === 'string')
      return ['SMTP_URL must be set where MAIL_FROM is'];
    if (typeof SMTP_URL === 'string' && MAIL_FROM === null)
      return ['MAIL_FROM must be set where SMTP_URL is'];
    return [];
  },
  build: ({ SMTP_URL: smtpUrl, MAIL_FROM: from }) =>
    smtpUrl === null || from === null ? null : { smtpUrl, from },
});
