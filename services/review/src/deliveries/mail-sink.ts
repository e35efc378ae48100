import { type MailConfig, MailNotSent, sendMail, withDeadline } from '@output-review/runtime';

import { composeMessage } from './channels.pure.ts';
import { composeDigest } from './digest.pure.ts';
import { textsOf, textsOfDigest } from './mail-text.pure.ts';
import { ATTEMPT_MS_MAX } from './post-json.ts';
import { type Sink, type SinkAnswer, unanswered } from './sink.ts';

export interface MailSinkOptions {
  /** Null if email is off. */
  readonly mail: MailConfig | null;
  readonly publicUrl: () => string;
  /** Timeout of an attempt, 15 s by default. */
  readonly timeoutMs?: number | undefined;
}

const ANSWER_LENGTH_MAX = 1_024;

/** Sends to the email address of a workspace. */
export function makeMailSink(options: MailSinkOptions): Sink {
  const { mail: config, publicUrl, timeoutMs = ATTEMPT_MS_MAX } = options;
  return async ({ id, target: { address }, body, digest }, signal) => {
    if (address === null) throw new Error('A mail without an address');
    if (!config) return unanswered('This installation sends no emails.');
    const written = digest
      ? textsOfDigest(composeDigest(digest, publicUrl()))
      : textsOf(composeMessage(body, publicUrl()));
    const mail = { id, to: address, ...written };
    return withDeadline({ timeoutMs, signal }, async (ended) => {
      try {
        await sendMail(config, mail, ended);
        return unanswered(null);
      } catch (error) {
        if (signal.aborted) throw error;
        if (ended.aborted)
          return unanswered(
            `The mail server did not accept the email within ${timeoutMs / 1_000} s.`,
          );
        return answerOf(error);
      }
    });
  };
}

/** Details of the mail server are only for the operator. */
function answerOf(error: unknown): SinkAnswer {
  const answer = error instanceof MailNotSent ? error.answer : null;
  if (answer === null) return unanswered('The mail server could not be used.');
  return {
    ...unanswered('The mail server did not accept the email.'),
    answer: answer.slice(0, ANSWER_LENGTH_MAX),
  };
}
