import type { EgressGuard, MailConfig, Encryptor, ServiceClient } from '@output-review/runtime';
import {
  type BaseContext,
  handlersFor,
  type JobHandles,
  type LinkOf,
  type MessagingOptions,
  type Outbox,
  type PublishingOptions,
  type WorkspaceReplica,
} from '@output-review/shared-kernel';

import type { DeliveryAttempts } from './deliveries/attempts.ts';
import type { DeliverySender } from './deliveries/sender.ts';
import type { UrlKeyOf } from './destinations/secrets.ts';
import type { RuleVersions } from './details/rule-versions.ts';
import type { ExportSeats } from './export/seats.ts';
import type { Intake } from './intake/intake.ts';
import type { SearchTerms } from './outputs/search-terms.ts';
import type { SlackApi } from './slack/api.ts';
import type { EventTail } from './streams/event-tail.ts';
import type { OpenStreams } from './streams/open-streams.ts';
import type { Seats } from './streams/seats.ts';

export interface ReviewOptions extends MessagingOptions, PublishingOptions {
  /** Opens callback URLs, and seals where events go and what they are signed by. */
  readonly encryptor: Encryptor;
  /** AUDIT_KEY: hides texts and secrets in what the audit is told, links its records, and finds URLs again. */
  readonly auditKey: string;
  /** Base URLs, asked at each call: services start in any order. */
  readonly peers: Readonly<Record<'gateway' | 'evaluator' | 'instructions', () => string>>;
  /** Where users reach the gateway, without a slash at its end: what links begin with. */
  readonly publicUrl: () => string;
  /** Whether the operator lets us call an address although it is private. */
  readonly isPrivateHostAllowed: (address: string) => boolean;
  /** How mails are sent; null sends none. */
  readonly mail: MailConfig | null;
  /** SLACK_API_URL: where the Web API of Slack is. */
  readonly slackApiUrl: string;
  /** How long an attempt to deliver may take; 15 s by default. */
  readonly deliveryTimeoutMs?: number;
  /** The pauses of jobs that are not as long as they say themselves, as in tests; `eraseEveryMs` has that of erasing. */
  readonly jobsEveryMs?: Readonly<Partial<Record<Exclude<JobName, 'emptyErasedMessages'>, number>>>;
}

type JobName =
  | 'resendPending'
  | 'removeExpired'
  | 'actOnDeadlines'
  | 'makeDigests'
  | 'sendDeliveries'
  | 'removeOldDeliveries'
  | 'tailEvents'
  | 'commentStreams'
  | 'trimOldEvents'
  | 'countNews'
  | 'endClaims'
  | 'foldOldCounts'
  | 'tellAppsOfDeleted'
  | 'emptyErasedMessages';

export interface Context extends BaseContext, Outbox {
  readonly gateway: ServiceClient;
  readonly evaluator: ServiceClient;
  readonly instructions: ServiceClient;
  /** Texts of rules, which the evaluator has. */
  readonly ruleVersions: RuleVersions;
  /** Stands between us and the addresses that workspaces have given. */
  readonly egress: EgressGuard;
  readonly slack: SlackApi;
  readonly encryptor: Encryptor;
  readonly publicUrl: () => string;
  /** Whether the operator has set how mails are sent. */
  readonly sendsMails: boolean;
  readonly workspaces: WorkspaceReplica;
  /** Finds sealed URLs again. */
  readonly urlKeyOf: UrlKeyOf;
  /** Links the records of the audit. */
  readonly linkOf: LinkOf;
  readonly terms: SearchTerms;
  readonly intake: Intake;
  /** What happens, for the streams of this process. */
  readonly tail: EventTail;
  readonly streams: OpenStreams;
  readonly seats: Seats;
  readonly exportSeats: ExportSeats;
  readonly attempts: DeliveryAttempts;
  readonly sender: DeliverySender;
  /** Aborted when the service stops: who works for long ends then. */
  readonly leaving: AbortController;
  readonly jobs: JobHandles<JobName>;
}

export const { route, consumer, job } = handlersFor<Context>();
