import { AppError } from '@output-review/errors';
import type { ReadinessChecks, ShutdownStack } from '@output-review/runtime';
import { Agent, request } from 'undici';

const TIMEOUT_MS = 1_500;

/**
 * Checks whether the services that the gateway calls are ready. It can work without them for a while. No other service
 * does this: services that check each other could loop forever.
 */
export function makePeerChecks(
  peers: Readonly<Record<string, () => string>>,
  { closers }: { readonly closers: ShutdownStack },
): ReadinessChecks {
  // Use one separate connection each, so that waiting calls do not delay the check.
  const agent = new Agent({
    connections: 1,
    connect: { timeout: TIMEOUT_MS },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  closers.add('peer checks', () => agent.destroy());
  const checks = Object.entries(peers).map(([name, baseUrl]) => {
    const check = async (): Promise<void> => {
      const { statusCode, body } = await request(`${baseUrl()}/readyz`, { dispatcher: agent });
      await body.dump();
      if (statusCode !== 200) throw new AppError('UNAVAILABLE', 'not ready, see its own /readyz');
    };
    return [name, check];
  });
  return Object.fromEntries(checks) as ReadinessChecks;
}
