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

/** The registry of projects and tasks, asked in the name of a caller. */
export interface Registry {
  /**
   * Null where there is no such project or task.
   *
   * @throws AppError UNAVAILABLE, also while the project is being deleted.
   */
  resolve(request: RegistryRequest): Promise<RegistryEntry | null>;
}

/** In whose name the registry is asked. */
export interface RegistryCaller {
  readonly workspaceId: string;
  readonly assertion: string;
  readonly requestId: string;
}

/** The registry of the gateway, whose client is given. */
export function makeRegistry(gateway: ServiceClient, caller: RegistryCaller): Registry {
  const { workspaceId, assertion, requestId } = caller;
  return {
    resolve: async (request) => {
      const body = { workspaceId, ...request };
      const options = { body, assertion, requestId };
      try {
        return await gateway.call(INTERNAL_OPERATIONS.resolveRegistry, options);
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
  };
}

/** Counts a call to models as one of the caller's, at the gateway. @throws AppError RATE_LIMITED */
export async function takeModelCall(
  gateway: ServiceClient,
  { assertion, requestId }: Pick<RegistryCaller, 'assertion' | 'requestId'>,
): Promise<void> {
  const options = { assertion, requestId };
  const { retryAfterSeconds } = await gateway.call(INTERNAL_OPERATIONS.takeModelCall, options);
  if (retryAfterSeconds === null) return;
  throw new AppError('RATE_LIMITED', 'Too many model calls in one minute.', {
    retryAfterSeconds,
  });
}
