import type {
  AssertionKeys,
  MailConfig,
  Pace,
  RunningService,
  Encryptor,
} from '@output-review/runtime';
import type { MessagingOptions, PublishingOptions } from '@output-review/shared-kernel';

import type { Limits, SignInLimits } from './access/limits.ts';
import type { BootstrapConfig } from './config.ts';
import type { HeldCallChecks } from './forwarding/held-calls.ts';
import type { PasswordHasher } from './people/hash-queue.ts';
import type { RateWindowOption } from './submissions/rate-window.ts';
import type { SubmittingOptions } from './submissions/submitting.ts';
import type { WorkGauge } from './work-gauge.ts';

/**
 * The only process on the database (`isSingleInstance`) immediately sends what a killed process left unsent, and
 * releases what that process was about to accept.
 */
export interface GatewayOptions
  extends Omit<MessagingOptions, 'assertionPublicKey'>, PublishingOptions, SubmittingOptions {
  /** The window of a single gateway, or the location of the shared window. */
  readonly rateWindow: RateWindowOption;
  /** Counts the submissions in flight. */
  readonly gauge: WorkGauge;
  readonly encryptor: Encryptor;
  readonly assertionKeys: AssertionKeys;
  /** The public listener. */
  readonly publicHost: string;
  readonly publicPort: number;
  /** Base URL of links; null uses the public listener itself. */
  readonly publicUrl: string | null;
  /** Whether an address belongs to a trusted proxy, whose X-Forwarded-For is trusted. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly cookiePrefix: string;
  /** Signs session cookies. */
  readonly authSecret: string;
  /** Defaults to the scrypt of better-auth. */
  readonly passwordHasher?: PasswordHasher | undefined;
  /** Whether anyone may create an account and a workspace. */
  readonly isSignUpOpen: boolean;
  /** How mails are sent; null sends none and trusts addresses without verification. */
  readonly mail: MailConfig | null;
  /** Null turns the limits off, except those of sign-ins. */
  readonly limits: Limits | null;
  /** Limits of wrong passwords; default limits if omitted. */
  readonly signInLimits?: SignInLimits;
  /** How often and how long the credentials of streams and waits are checked; the usual values if omitted. */
  readonly heldCallChecks?: HeldCallChecks;
  /** How long an owner may take to begin its answer, unless the operation sets another time. */
  readonly ownerAnswersWithinMs?: number;
  /** How long a caller may read nothing of a forwarded answer before it is cut; 60 s by default. */
  readonly unreadMsMax?: number;
  /** The minimum speed of file transfers by link while others wait; the usual value by default. */
  readonly filePace?: Pace;
  /** How long to try to tell review about created or deleted entries before answering anyway; 3 s by default. */
  readonly tellsReviewForMs?: number;
  /** Used only while there is no user. */
  readonly bootstrap: BootstrapConfig | null;
  /** Base URLs of the other services, read at each call because services start in any order. */
  readonly peers: Readonly<Record<'evaluator' | 'review' | 'instructions' | 'media', () => string>>;
}

export interface RunningGateway extends RunningService {
  /** The base URL of the public listener. */
  readonly publicUrl: string;
}
