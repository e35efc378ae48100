import type { Principal } from '@output-review/contracts';

/** The gateway acting for itself. */
export const GATEWAY_PRINCIPAL: Principal = { kind: 'service', service: 'gateway' };
