import { type ServiceName, SERVICES } from '@output-review/contracts';

/** Calls a function for each service, one after the other. */
export async function perService<T>(
  make: (service: ServiceName) => T | Promise<T>,
): Promise<Record<ServiceName, T>> {
  const made = new Map<ServiceName, T>();
  for (const service of SERVICES) made.set(service, await make(service));
  return Object.fromEntries(made) as Record<ServiceName, T>;
}
