import type {
  AssertionKeys,
  MailConfig,
  Pace,
  RunningService,
  Encryptor,
  WorkGauge,
} from '@output-review/runtime';
import type { MessagingOptions, PublishingOptions } from '@output-review/shared-kernel';

import type { Limits, SignInLimits } from './access/limits.ts';
import type { HeldCallChecks } from './forwarding/held-calls.ts';
import type { FirstAccess } from './people/bootstrap.ts';
import type { PasswordHasher } from './people/hash-queue.ts';
import type { RateWindowStats } from './rate-limit/window-counter.ts';
import type { RateWindowOption } from './submissions/rate-window.ts';
import type { SubmittingOptions } from './submissions/submitting.ts';

/**
 * Where it is the only process on the database, what a killed one left is sent at once, and what that was
 * about to accept is nobody's.
 */
export interface GatewayOptions
  extends Omit<MessagingOptions, 'assertionPublicKey'>, PublishingOptions, SubmittingOptions {
  /** The window of a gateway that is alone, or where the window is that several share. */
  readonly rateWindow: RateWindowOption;
  /** Counts the submissions that are being answered. */
  readonly gauge: WorkGauge;
  readonly encryptor: Encryptor;
  readonly assertionKeys: AssertionKeys;
  /** The public listener. */
  readonly publicHost: string;
  readonly publicPort: number;
  /** What links begin with; null: the public listener itself. */
  readonly publicUrl: string | null;
  /** Whether a proxy of ours has an address: its X-Forwarded-For is believed. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly cookiePrefix: string;
  /** Session cookies are signed with it. */
  readonly authSecret: string;
  /** The scrypt of better-auth where it is left out. */
  readonly passwordHasher?: PasswordHasher | undefined;
  /** Whether anyone may make an account and a workspace. */
  readonly isSignUpOpen: boolean;
  /** How mails are sent; null sends none, and believes addresses. */
  readonly mail: MailConfig | null;
  /** Null turns the limits off, those of signing in aside. */
  readonly limits: Limits | null;
  /** Of wrong passwords; the usual ones where it is left out. */
  readonly signInLimits?: SignInLimits;
  /** How it is seen to that streams and waits end with their credential; as usual where it is left out. */
  readonly heldCallChecks?: HeldCallChecks;
  /** How long an owner may take to begin its answer, where the operation says nothing else. */
  readonly ownerAnswersWithinMs?: number;
  /** How long a caller may take nothing of a forwarded answer before it is cut; 60 s where it is left out. */
  readonly unreadMsMax?: number;
  /** How slowly files may move by links where others wait; as usual where it is left out. */
  readonly filePace?: Pace;
  /** For how long review is told of what was made or deleted before that is answered anyway; 3 s where it is left out. */
  readonly tellsReviewForMs?: number;
  /** Used only while there is no user. */
  readonly bootstrap: FirstAccess | null;
  /** Base URLs of the others, asked at each call: services start in any order. */
  readonly peers: Readonly<Record<'evaluator' | 'review' | 'instructions' | 'media', () => string>>;
}

export interface RunningGateway extends RunningService {
  /** The base URL of the public listener. */
  readonly publicUrl: string;
  /** Whether this start made the first admin, workspace and token. */
  readonly isBootstrapped: boolean;
  /** Null where the window is in this process alone. */
  rateWindow(): RateWindowStats | null;
}
