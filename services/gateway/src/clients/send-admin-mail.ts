import { AppError } from '@output-review/errors';
import {
  type Logger,
  type Mail,
  type MailConfig,
  MailNotSent,
  sendMail,
} from '@output-review/runtime';

/**
 * Makes what sends a mail and waits for it. One that the server will never take is given up; without a
 * configuration none is sent.
 */
export const makeSendAdminMail =
  (mail: MailConfig | null, log: Logger) =>
  /** @throws AppError UNAVAILABLE where it may go out later. */
  async (wanted: Mail): Promise<void> => {
    if (!mail) return;
    try {
      await sendMail(mail, wanted);
    } catch (error) {
      if (!(error instanceof MailNotSent && error.isFinal)) {
        throw new AppError('UNAVAILABLE', 'The mail server takes no mails.', { cause: error });
      }
      log.warn({ err: error }, 'mail not sent');
    }
  };
