export { type ContextRoute, handlersFor, type Job } from './handlers-for.ts';
export type { BaseContext, JobHandles, ServiceOptions } from './base-context.ts';
export { openOutbox, type Outbox, type PublishingOptions } from './open-outbox.ts';
export { type MessagingOptions, type Service, startService } from './start-service.ts';
export { transact, type Tx } from './transact.ts';
