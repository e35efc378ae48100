import type { ServiceClient } from '@output-review/runtime';
import {
  type BaseContext,
  handlersFor,
  type JobHandles,
  type MessagingOptions,
  type Outbox,
  type PublishingOptions,
  type RegistryReplica,
  type WorkspaceReplica,
} from '@output-review/shared-kernel';

import type { ActiveDrafts } from './suggestions/active-drafts.ts';

export interface InstructionsOptions extends MessagingOptions, PublishingOptions {
  /** Base URLs of the services that are asked; they may start later. */
  readonly peers: {
    readonly gateway: () => string;
    readonly evaluator: () => string;
    readonly review: () => string;
  };
}

export interface Context extends BaseContext, Outbox {
  readonly gateway: ServiceClient;
  readonly evaluator: ServiceClient;
  readonly review: ServiceClient;
  /** Names of projects and tasks, and those in which no document may be made any more. */
  readonly registry: RegistryReplica;
  readonly workspaces: WorkspaceReplica;
  readonly drafts: ActiveDrafts;
  readonly jobs: JobHandles<'failLostDrafts'>;
}

export const { route, consumer, job } = handlersFor<Context>();
