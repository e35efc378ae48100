export { type AssertionKeys, generateAssertionKeys } from './assertion/assertion-keys.ts';
export {
  type AssertionIssuer,
  makeAssertionIssuer,
  type Vouch,
} from './assertion/assertion-issuer.ts';
export { type AssertionVerifier, makeAssertionVerifier } from './assertion/assertion-verifier.ts';
export { type ChainedRecord, FIRST_LINK, type LinkOf, makeLinkOf } from './audit/audit-chain.ts';
export type { AuditOrigin } from './audit/audit-origin.ts';
export { type AuditEntry, type Auditor, makeAuditor } from './audit/auditor.ts';
export { asIs, type KnownState } from './audit/hide-values.ts';
export { type Clock, systemClock } from './clock/clock.ts';
export * from './config/index.ts';
export {
  type Database,
  type SqlClient,
  type SqlResult,
  type SqlStatement,
  type Transaction,
} from './database/database.ts';
export { GroupCommit, type GroupCommitOptions, type GroupMember } from './database/group-commit.ts';
export { isDeadlock, isOutage } from './database/is-outage.ts';
export type { MigrationClass } from './database/migrate.ts';
export { type DatabaseOptions, openDatabase } from './database/open-database.ts';
export { outageReason } from './database/outage-reason.ts';
export {
  type DatabaseAdmin,
  provisionDatabase,
  type ServiceRole,
} from './database/provision-database.ts';
export { textArray } from './database/text-array.ts';
export { retryOutages, type RetryOptions, type RetryWaits } from './database/retry-outages.ts';
export * from './embedded-postgres/index.ts';
export { addressBlock, networkBlock } from './http/address-block.ts';
export { type Door, doorAt } from './http/door.ts';
export { readFileIfThere, writePrivateFile } from './files/private-file.ts';
export { type ArrivalLimits, arrivingBytes } from './http/arriving-bytes.ts';
export * from './http/body-limits.ts';
export { ByteBudget, type ByteBudgetOptions } from './http/byte-budget.ts';
export { bodyTooLarge, declaredLength, hasBody } from './http/check-json-headers.ts';
export { withDeadline } from './http/client/deadline.ts';
export { makeAnswerReader } from './http/client/read-answer.ts';
export {
  type CallOptions,
  makeServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from './http/client/service-client.ts';
export { ClientHungUp } from './http/client-hung-up.ts';
export { flowList } from './http/flowing-json.ts';
export { identifyByAssertion } from './http/identify-by-assertion.ts';
export { formatIgnoredFields, IGNORED_FIELDS_HEADER } from './http/ignored-fields.ts';
export { implement } from './http/implement.ts';
export { listen, type Listening, type ListenOptions } from './http/listen.ts';
export { makeMetricsRoute } from './http/metrics-route.ts';
export { type ParsedQuery, parseQuery } from './http/parse-query.ts';
export { type JsonBody, readJsonBody } from './http/read-json-body.ts';
export {
  makeReadiness,
  type Readiness,
  type ReadinessCheck,
  type ReadinessChecks,
  type ReadinessOptions,
  withoutReasons,
} from './http/readiness.ts';
export { REQUEST_ID_HEADER } from './http/request-id.ts';
export {
  type AppContext,
  type AppState,
  type ClientAddressOf,
  type Handler,
  type Identify,
  type Identity,
  type Reply,
  type RequestOf,
  type Route,
  type RouteContext,
  type RouteTools,
} from './http/route.ts';
export { WorkGauge, type WorkGaugeOptions } from './http/work-gauge.ts';
export { SECURITY_HEADERS } from './http/security-headers.ts';
export { makeServiceApp, type ServiceAppOptions } from './http/service-app.ts';
export { CloserStack } from './lifecycle/closer-stack.ts';
export { makeJobStarter, type StartJob } from './lifecycle/make-job-starter.ts';
export { rejectionOf } from './lifecycle/rejection-of.ts';
export { type RunningService } from './lifecycle/running-service.ts';
export { StartFault } from './lifecycle/start-fault.ts';
export type { Starting } from './lifecycle/starting.ts';
export { type Loop, type LoopOptions, startLoop } from './lifecycle/start-loop.ts';
export { wait } from './lifecycle/wait.ts';
export { within } from './lifecycle/within.ts';
export {
  LOG_LEVELS,
  type Logger,
  type LoggerOptions,
  type LogLevel,
  makeLogger,
} from './log/logger.ts';
export {
  type Bus,
  type IncomingEvent,
  type OutgoingEvent,
  type Subscription,
  type SubscriptionHandle,
} from './messaging/bus.ts';
export {
  announceDeadLetters,
  type AnnounceDeadLettersOptions,
} from './messaging/announce-dead-letters.ts';
export { type ConsumeOptions, consumeEvents, type Consuming } from './messaging/consume-events.ts';
export { makeMessageReader } from './messaging/make-message-reader.ts';
export { type EventFacts, makeOutgoingEvent } from './messaging/make-outgoing-event.ts';
export { DEAD_LETTER_OUTBOX_SQL } from './messaging/dead-letter-outbox.ts';
export {
  DEAD_LETTERS_TABLE_SQL,
  type DeadLetter,
  type DeadLetters,
  type ListDeadLetters,
  type ListedDeadLetter,
  makeDeadLetters,
  SET_ASIDE_CODES,
  type SetAsideReason,
} from './messaging/dead-letters.ts';
export { startErasingLetters } from './messaging/erase-letters.ts';
export { type DeadLetterRoutesDeps, makeDeadLetterRoutes } from './messaging/dead-letter-routes.ts';
export {
  makeReplayDeadLetters,
  type ReplayDeadLettersDeps,
  type ReplayResult,
  type SetAsideMessage,
} from './messaging/replay-dead-letters.ts';
export { InProcessBus } from './messaging/in-process-bus.ts';
export type { ReceivedEvent } from './messaging/received-event.ts';
export { openFolderStore } from './object-store/folder/folder-store.ts';
export {
  type LinkAnswer,
  LINK_LIFETIME_SECONDS,
  type LinkSigner,
  type LinkUpload,
  type SignedPut,
} from './object-store/link-signer.ts';
export { METADATA_BYTES_MAX } from './object-store/object-details.ts';
export { checkObjectKey } from './object-store/object-key.ts';
export type {
  ByteRange,
  GetOptions,
  ListedObject,
  ObjectHead,
  ObjectMetadata,
  ObjectStore,
  PutOptions,
  StoredObject,
} from './object-store/object-store.ts';
export { ChangeSignal } from './outbox/change-signal.ts';
export {
  makeOutboxRelay,
  type OutboxRelay,
  type OutboxRelayOptions,
  type RelayStats,
} from './outbox/outbox-relay.ts';
export type { ClaimLimits, OutboxStats, OutboxStore, StoredEvent } from './outbox/outbox-store.ts';
export {
  addToOutbox,
  makeOutboxStore,
  OUTBOX_TABLE_SQL,
  type OutboxTableOptions,
} from './outbox/outbox-table.ts';
export { makePeerChecks } from './process/peer-checks.ts';
export {
  type Invocation,
  runService,
  type ServiceProgram,
  type Surroundings,
} from './process/run-service.ts';
export { MemoryRateWindow } from './rate-window/memory-rate-window.ts';
export {
  type OpenedRateWindow,
  openSharedRateWindow,
  type SharedRateWindowOptions,
} from './rate-window/open-shared-rate-window.ts';
export {
  RATE_WINDOW_MS,
  type RateSlot,
  type RateWindow,
  type RefillableRateWindow,
} from './rate-window/rate-window.ts';
export { rateWindowTablesSql } from './rate-window/rate-window-tables.ts';
export type { RateWindowStats } from './rate-window/window-counter.ts';
export {
  makeRegistry,
  type Registry,
  type RegistryCaller,
  type RegistryEntry,
  type RegistryRequest,
} from './registry/registry-client.ts';
export {
  isOpenPlace,
  makeRegistryCopy,
  REGISTRY_COPY_TABLE_SQL,
  type RegistryCopy,
  type RegistryPlace,
  type RegistryRef,
} from './registry/registry-copy.ts';
export type { Grant, ReadGrant, WriteGrant } from './file-links/grant.ts';
export {
  type LinkKeys,
  type LinkTokens,
  makeLinkTokens,
  type SignedGrant,
} from './file-links/link-tokens.ts';
export { MailNotSent } from './mail/mail-not-sent.ts';
export { type Mail, sendMail } from './mail/send-mail.ts';
export { type EgressGuard, makeEgressGuard } from './egress/egress-guard.ts';
export { EgressRefused } from './egress/egress-refused.ts';
export { deriveSecret } from './sealing/derive-secret.ts';
export { makeResealRoute } from './sealing/reseal-route.ts';
export { makeSealedColumn, type SealedColumn } from './sealing/sealed-column.ts';
export { makeSealer, type Sealer } from './sealing/sealer.ts';
export type { ServiceOptions } from './service/service-options.ts';
export {
  type ServiceDefinition,
  type ServiceFoundation,
  type ServiceParts,
  startService,
} from './service/start-service.ts';
export * from './telemetry/index.ts';
export { consumeErasures } from './workspaces/consume-erasures.ts';
export {
  eraseKeyed,
  eraseLetters,
  eraseRows,
  type EraseStep,
} from './workspaces/erase-workspaces.ts';
export {
  ERASED_WORKSPACES_TABLE_SQL,
  type ErasedWorkspaces,
  makeErasedWorkspaces,
} from './workspaces/erased-workspaces.ts';
export { startErasing } from './workspaces/start-erasing.ts';
export {
  type CopiedSettings,
  makeWorkspaceCopy,
  WORKSPACE_COPY_TABLE_SQL,
  type WorkspaceCopy,
} from './workspaces/workspace-copy.ts';
export { newId } from './ids/new-id.ts';
export * from './text/index.ts';
