export { type ApiAnswer, type ApiClient, type ApiRequest, makeApiClient } from './api-client.ts';
export { busAway } from './bus-away.ts';
export { cutFirstChange } from './cut-first-change.ts';
export { type EventReader, type ReadEvent, readEvents } from './event-reader.ts';
export { eventually } from './eventually.ts';
export { FakeClock } from './fake-clock.ts';
export { freePort } from './free-port.ts';
export { listenOnLoopback, type Loopback } from './listen-on-loopback.ts';
export { type Mailbox, openMailbox } from './mailbox.ts';
export { programPath } from './programs.ts';
export { quickHasher } from './quick-hasher.ts';
export { sendRequest } from './send-request.ts';
export { silentLog } from './silent-log.ts';
export {
  type PostedMessage,
  signedBySlack,
  SLACK_APP,
  type SlackServer,
  startSlackServer,
} from './slack-server.ts';
export { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';
export {
  ALL_CONNECTIONS,
  awaitedLocks,
  CONNECTIONS_MAX,
  createTestDatabase,
  type Outage,
  type TestDatabase,
  untilHeldUp,
} from './test-database.ts';
export { type TestAssertions, testAssertions } from './test-assertions.ts';
export { type CollectedSpan, startTraceCollector, type TraceCollector } from './trace-collector.ts';
export {
  type AnswerCall,
  type ReceivedCall,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts';
export { watchReads } from './watch-reads.ts';
