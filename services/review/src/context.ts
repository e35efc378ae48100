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

export interface ReviewOptions extends MessagingOptions, PublishingOptions {
  /** Decrypts callback URLs, and encrypts destination URLs and signing secrets. */
  readonly encryptor: Encryptor;
  /** AUDIT_KEY: hides texts and secrets in audit records, links the records, and makes encrypted URLs searchable. */
  readonly auditKey: string;
  /** Base URLs, resolved at each call: services start in any order. */
  readonly peers: Readonly<Record<'gateway' | 'evaluator' | 'instructions', () => string>>;
  /** Public URL of the gateway, without a trailing slash. Links begin with it. */
  readonly publicUrl: () => string;
  /** Whether the operator allows calls to a private address. */
  readonly isPrivateHostAllowed: (address: string) => boolean;
  /** The email settings. Null sends no emails. */
  readonly mail: MailConfig | null;
  /** SLACK_API_URL: base URL of the Slack Web API. */
  readonly slackApiUrl: string;
  /** Timeout of a delivery attempt, 15 s by default. */
  readonly deliveryTimeoutMs?: number;
  /** Overrides the intervals of jobs, as in tests. `eraseEveryMs` sets that of erasure. */
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
  | 'notifyAppsOfDeletion'
  | 'emptyErasedMessages';

export interface Context extends BaseContext, Outbox {
  readonly gateway: ServiceClient;
  readonly evaluator: ServiceClient;
  readonly instructions: ServiceClient;
  /** Rule texts, from the evaluator. */
  readonly ruleVersions: RuleVersions;
  /** Guards calls to addresses that workspaces have configured. */
  readonly egress: EgressGuard;
  readonly slack: SlackApi;
  readonly encryptor: Encryptor;
  readonly publicUrl: () => string;
  /** Whether the operator has configured email. */
  readonly sendsMails: boolean;
  readonly workspaces: WorkspaceReplica;
  /** Finds encrypted URLs. */
  readonly urlKeyOf: UrlKeyOf;
  /** Links audit records. */
  readonly linkOf: LinkOf;
  readonly terms: SearchTerms;
  readonly intake: Intake;
  /** The events for the streams of this process. */
  readonly tail: EventTail;
  readonly streams: OpenStreams;
  readonly exportSeats: ExportSeats;
  readonly attempts: DeliveryAttempts;
  readonly sender: DeliverySender;
  /** Aborted when the service stops, to end long-running work. */
  readonly leaving: AbortController;
  readonly jobs: JobHandles<JobName>;
}

export const { route, consumer, job } = handlersFor<Context>();
