/** A mail that the server did not take. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  /** What the server said of this mail; null where nothing came, or something that is not about it. */
  readonly answer: string | null;
  /** Whether it will never take it: to try again is no use. */
  readonly isFinal: boolean;

  constructor(cause: unknown) {
    super('The mail was not sent.', { cause });
    const { code, response, responseCode } = factsOf(cause);
    const isAboutTheMail = typeof code === 'string' && ABOUT_THE_MAIL.has(code);
    this.answer = isAboutTheMail && typeof response === 'string' ? response : null;
    this.isFinal = typeof responseCode === 'number' && responseCode >= PERMANENT_MIN;
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
