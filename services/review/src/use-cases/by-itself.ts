import type { AuditOrigin } from '@output-review/runtime';

/** Nobody asks: review does it when it is time. */
export const BY_ITSELF: AuditOrigin = {
  principal: { kind: 'service', service: 'review' },
  clientAddress: null,
  requestId: null,
};
