import { type AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { ServiceClient } from '@output-review/runtime';

/** How a request says which project and task it means. */
export interface RegistryRequest {
  readonly projectId?: string | undefined;
  readonly projectName?: string | undefined;
  readonly taskName?: string | undefined;
  /** Whether names that are not known are made. */
  readonly create: boolean;
}

/** The ids and present names of a project and, where one was named, a task. */
export type RegistryEntry = AnswerOf<typeof INTERNAL_OPERATIONS.resolveRegistry>;

/** In whose name the gateway is asked: every request of somebody in a workspace is one. */
export interface GatewayCaller {
  readonly principal: { readonly workspaceId: string };
  readonly assertion: string;
  readonly requestId: string;
}

/**
 * Asks the gateway for the project and task that a request means. Null where there is no such project or task.
 *
 * @throws AppError UNAVAILABLE, also while the project is being deleted.
 */
export async function resolveRegistry(
  gateway: ServiceClient,
  { principal: { workspaceId }, assertion, requestId }: GatewayCaller,
  request: RegistryRequest,
): Promise<RegistryEntry | null> {
  const options = { body: { workspaceId, ...request }, assertion, requestId };
  try {
    return await gateway.call(INTERNAL_OPERATIONS.resolveRegistry, options);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Counts a call to models as one of the caller's, at the gateway. @throws AppError RATE_LIMITED */
export async function takeModelCall(
  gateway: ServiceClient,
  { assertion, requestId }: Pick<GatewayCaller, 'assertion' | 'requestId'>,
): Promise<void> {
  const options = { assertion, requestId };
  const { retryAfterSeconds } = await gateway.call(INTERNAL_OPERATIONS.takeModelCall, options);
  if (retryAfterSeconds === null) return;
  throw new AppError('RATE_LIMITED', 'Too many model calls in one minute.', {
    retryAfterSeconds,
  });
}
