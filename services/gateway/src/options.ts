import type {
  AssertionKeys,
  Bus,
  MailConfig,
  OutboxRelayOptions,
  RateWindowStats,
  RefillableRateWindow,
  RunningService,
  Sealer,
  ServiceOptions,
  Telemetry,
  WorkGauge,
} from '@output-review/runtime';

import type { SignInLimits } from './http/door/limit-sign-ins.ts';
import type { Limits } from './http/door/limits.ts';
import type { StreamChecks } from './http/forwarding/session-streams.ts';
import type { AcceptingSettings } from './accepting.ts';
import type { PasswordHasher } from './store/people/accounts.ts';
import type { FirstAccess } from './use-cases/bootstrap.ts';

export interface GatewayOptions
  extends Omit<ServiceOptions, 'assertionPublicKey'>, AcceptingSettings {
  readonly bus: Bus;
  /**
   * Whether this is the only process on the database: what a killed one left is then sent at once, and
   * what it was about to accept is nobody's.
   */
  readonly isAlone?: boolean;
  /** The window of a gateway that is alone, or where the window is that several share. */
  readonly rateWindow: RefillableRateWindow | { readonly redisUrl: string };
  /** Counts the submissions that are being answered. */
  readonly gauge: WorkGauge;
  readonly sealer: Sealer;
  /** AUDIT_KEY: hides texts and secrets in what the audit is told. */
  readonly auditKey: string;
  readonly assertionKeys: AssertionKeys;
  /** The public door. */
  readonly publicHost: string;
  readonly publicPort: number;
  /** What links begin with; null: the public door itself. */
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
  /** How its outboxes are swept. */
  readonly relay?: Pick<OutboxRelayOptions, 'graceMs' | 'sweepEveryMs'>;
  /** How it is seen to that streams end with their session; as usual where it is left out. */
  readonly streamChecks?: StreamChecks;
  /** How long an owner may take to begin its answer, where the operation says nothing else. */
  readonly ownerAnswersWithinMs?: number;
  /** Used only while there is no user. */
  readonly bootstrap: FirstAccess | null;
  /** Base URLs of the others, asked at each call: services start in any order. */
  readonly peers: Readonly<Record<'evaluator' | 'review' | 'instructions' | 'media', () => string>>;
}

/** The same once it is settled how it is seen. */
export type SeenGatewayOptions = GatewayOptions & { readonly telemetry: Telemetry };

export interface RunningGateway extends RunningService {
  /** The base URL of the public door. */
  readonly publicUrl: string;
  /** Whether this start made the first admin, workspace and token. */
  readonly isBootstrapped: boolean;
  /** Null where the window is in this process alone. */
  rateWindow(): RateWindowStats | null;
}
