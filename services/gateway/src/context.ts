import type {
  AssertionIssuer,
  ByteBudget,
  Encryptor,
  ServiceClient,
  Vouch,
} from '@output-review/runtime';
import {
  type BaseContext,
  type FileSeats,
  handlersFor,
  type JobHandles,
  type Outbox,
} from '@output-review/shared-kernel';

import type { KnownBrowserCookie, SessionCookie } from './access/cookies.ts';
import type { Limiter } from './access/limiter.ts';
import type { PublicListener } from './access/public-listener.ts';
import type { TokenLookup } from './access/token-lookup.ts';
import type { AuditHeads } from './audit/heads.ts';
import type { OwnerSender } from './forwarding/owner-sender.ts';
import type { AnswerSeats } from './forwarding/answer-seats.ts';
import type { HeldCalls } from './forwarding/held-calls.ts';
import type { SettledFeed } from './forwarding/settled-feed.ts';
import type { Mailer } from './people/mailer.ts';
import type { HashQueue } from './people/hash-queue.ts';
import type { OpenedRateWindow } from './rate-limit/open-shared-rate-window.ts';
import type { SubmissionCounts } from './submissions/metrics.ts';
import type { KnownLookup, SubmittingOptions } from './submissions/submitting.ts';
import type { Seats } from './submissions/seats.ts';
import type { SubmissionWriter } from './submissions/writer.ts';
import type { WorkGauge } from './work-gauge.ts';
import type { WorkspaceTurns } from './workspaces/workspace-turns.ts';

export interface Context extends BaseContext, Outbox {
  readonly evaluator: ServiceClient;
  /** A second client of the evaluator for verdicts that callers wait for, so that slow judges block no other call. */
  readonly verdicts: ServiceClient;
  readonly review: ServiceClient;
  readonly media: ServiceClient;
  /** A second client of the media service for claims on files, so that slow claims block no other call. */
  readonly fileClaims: ServiceClient;
  readonly fetchSeats: Seats;
  readonly instructions: ServiceClient;
  /** How long to try to tell review about created or deleted entries before answering anyway. */
  readonly tellsReviewForMs: number;
  readonly issuer: AssertionIssuer;
  /** Issues assertions for the gateway itself. */
  readonly assertion: Vouch;
  readonly listener: PublicListener;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly cookie: SessionCookie;
  readonly knownBrowser: KnownBrowserCookie;
  readonly tokens: TokenLookup;
  readonly limiter: Limiter;
  readonly hashes: HashQueue;
  /** Queues changes of a workspace. */
  readonly turns: WorkspaceTurns;
  /** Null if mail is not configured: addresses are then trusted without verification. */
  readonly mailer: Mailer | null;
  readonly isSignUpOpen: boolean;
  readonly rateWindow: OpenedRateWindow;
  readonly submitting: SubmittingOptions;
  readonly knownLookup: KnownLookup;
  readonly writer: SubmissionWriter;
  readonly encryptor: Encryptor;
  /** The submissions in flight. */
  readonly gauge: WorkGauge;
  readonly submissionCounts: SubmissionCounts;
  readonly verdictRoom: ByteBudget;
  readonly verdictSeats: Seats;
  /** Aborted when the gateway shuts down: long waits are then answered. */
  readonly stopping: AbortController;
  readonly sender: OwnerSender;
  readonly streamSender: OwnerSender;
  /** Streams and waits, which end with their credential. */
  readonly heldCalls: HeldCalls;
  readonly settledFeed: SettledFeed;
  readonly waitSeats: Seats;
  readonly answerSeats: AnswerSeats;
  /** For file transfers by signed link, which need no other credential. */
  readonly fileSeats: FileSeats;
  /** For the dashboard page and its files, which are public. */
  readonly pageSeats: FileSeats;
  /** How long a caller may read nothing of a forwarded answer. */
  readonly unreadMsMax: number;
  readonly auditHeads: AuditHeads;
  // None is woken here.
  readonly jobs: JobHandles<string>;
}

export const { route, consumer, job } = handlersFor<Context>();
