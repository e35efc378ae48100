export { type Clock, CorrectedClock, systemClock } from './base/clock.ts';
export { followDatabaseClock } from './lifecycle/follow-database-clock.ts';
export { type Logger, type LogLevel, makeLogger } from './base/logger.ts';
export { newId } from './base/new-id.ts';
export { readFileIfThere, syncFolder, writePrivateFile } from './base/private-file.ts';
export { StartFault, type Starting } from './base/starting.ts';
export * from './base/text.ts';
export { activeTraceparent, isRecorded, outsideTraces } from './base/traceparent.ts';
export { rejectionOf, wait, withDeadline, within } from './base/wait.ts';
export * from './config/access-fields.ts';
export * from './config/ca-file.ts';
export * from './config/fields.ts';
export * from './config/process-groups.ts';
export * from './config/read-config.ts';
export * from './config/secret-fields.ts';
export { addressBlock, networkBlock, siteBlock } from './http/address-block.ts';
export {
  ClientDisconnected,
  disconnectSignal,
  requestBodyStream,
} from './http/request-body-stream.ts';
export * from './http/body-limits.ts';
export type { Pace } from './http/body-place.ts';
export { ByteBudget } from './http/byte-budget.ts';
export { confirmSlow, SLOW_BODY_MS, takeIdentified } from './http/take-identified.ts';
export { bodyTooLarge, declaredLength, hasBody } from './http/check-json-headers.ts';
export { errorResponseOf } from './http/error-boundary.ts';
export { cutWhenUnread, streamList, StreamedText } from './http/streamed-json.ts';
export * from './http/ignored-fields.ts';
export { implement } from './http/implement.ts';
export {
  type HttpListener,
  listenAt,
  listen,
  type Listening,
  type ListenOptions,
} from './http/listen.ts';
export { makeMetricsRoute } from './http/observe-requests.ts';
export { parseQuery } from './http/parse-query.ts';
export type { JsonBody } from './http/read-json-body.ts';
export {
  makeReadiness,
  type ReadinessCheck,
  type ReadinessChecks,
  watchReadiness,
  withoutReasons,
} from './http/readiness.ts';
export { REQUEST_ID_HEADER } from './http/response-headers.ts';
export type {
  AppContext,
  AppState,
  Identify,
  Identity,
  Reply,
  RequestOf,
  Route,
  RouteContext,
} from './http/route.ts';
export { identifyByAssertion, makeServiceApp, type ServiceAppOptions } from './http/service-app.ts';
export { ShutdownStack } from './lifecycle/shutdown-stack.ts';
export { type Loop, makeJobStarter, startLoop } from './lifecycle/start-loop.ts';
export {
  type Bus,
  type IncomingEvent,
  makeOutgoingEvent,
  type OutgoingEvent,
  type PendingEffect,
  type SubscriptionHandle,
} from './messaging/bus.ts';
export {
  type Consumer,
  type ConsumerOptions,
  type DeadLetterMessage,
  makeConsumer,
  newestInKeyOrder,
  type ReplayCaller,
} from './messaging/consumer.ts';
export { DEAD_LETTER_OUTBOX_SQL, makeDeadLetterOutbox } from './messaging/dead-letter-outbox.ts';
export {
  DEAD_LETTERS_TABLE_SQL,
  type DeadLetters,
  type ListedDeadLetter,
  makeDeadLetters,
  watchDeadLetters,
} from './messaging/dead-letters.ts';
export { InProcessBus } from './messaging/in-process-bus.ts';
export type { KafkaConnection } from './messaging/kafka/kafka-client.ts';
export { ObservedSends, type ObservedSendsOptions } from './messaging/outbox/observed-sends.ts';
export { OutboxRelay, type OutboxRelayOptions } from './messaging/outbox/outbox-relay.ts';
export type { OutboxStore, StoredEvent } from './messaging/outbox/outbox-store.ts';
export { makeRowStore, TAKEN } from './messaging/outbox/row-store.ts';
export { addToOutbox, makeOutboxStore, OUTBOX_TABLE_SQL } from './messaging/outbox/outbox-table.ts';
export { startRelay } from './messaging/outbox/start-relay.ts';
export { type EgressGuard, EgressRefused, makeEgressGuard } from './outbound/egress-guard.ts';
export { makeAnswerReader } from './outbound/read-answer.ts';
export { type Mail, type MailConfig, MailNotSent, sendMail } from './outbound/send-mail.ts';
export { makeServiceClient, type ServiceClient } from './outbound/service-client.ts';
export { awaitDatabase } from './postgres/await-database.ts';
export type { Database, SqlClient, SqlStatement, Transaction } from './postgres/database.ts';
export { GroupCommit, type GroupMember } from './postgres/group-commit.ts';
export {
  isLockTimeout,
  isStatementTimeout,
  isTransientError,
  outageReason,
} from './postgres/transient-errors.ts';
export { migrate, type MigrationClass } from './postgres/migrate.ts';
export { openDatabase } from './postgres/open-database.ts';
export { provisionDatabase, type ServiceRole } from './postgres/provision-database.ts';
export { retryPauseMs, retryTransient } from './postgres/retry-transient.ts';
export { IndexMigration, SqlMigration } from './postgres/sql-migration.ts';
export { textArray } from './postgres/text-array.ts';
export { watchDatabase } from './postgres/watch-database.ts';
export { interruption } from './process/interruption.ts';
export { type RunningService, runService } from './process/run-service.ts';
export { type AssertionKeys, generateAssertionKeys } from './security/assertion-claims.ts';
export {
  deriveSecret,
  hashToken,
  newKey,
  newPassword,
  newSecret,
  newSignIn,
  newToken,
} from './security/secrets.ts';
export {
  type AssertionIssuer,
  makeAssertionIssuer,
  type Vouch,
} from './security/assertion-issuer.ts';
export { makeAssertionVerifier } from './security/assertion-verifier.ts';
export { ExpiringMap } from './security/expiring-map.ts';
export { makeEncryptor, openOrNull, type Encryptor } from './security/encryptor.ts';
export type { Metrics } from './telemetry/metrics.ts';
export type { TracesOptions } from './telemetry/start-tracing.ts';
export type { Series, Tally } from './telemetry/tallies.ts';
export { type RunningTelemetry, startTelemetry, type Telemetry } from './telemetry/telemetry.ts';
export { traceCall } from './telemetry/trace-events.ts';
export type { Tracing } from './telemetry/tracing.ts';
