// What a command of the operator needs to call the services. Importing all of the runtime would double the CPU time of
// its start.
export { systemClock } from './base/clock.ts';
export { makeLogger } from './base/logger.ts';
export { readFileIfThere } from './base/private-file.ts';
export { peersGroup } from './config/process-groups.ts';
export { type Environment, readGroups } from './config/read-config.ts';
export { operatorPrivateKeyGroup } from './config/secret-fields.ts';
export { makeServiceClient } from './outbound/service-client.ts';
export { makeAssertionIssuer } from './security/assertion-issuer.ts';
