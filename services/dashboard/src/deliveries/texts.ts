import { formatNumber } from '../formats.ts';

/** Texts about destinations and deliveries. */
export const texts = {
  events: {
    told: 'Events',
    test: 'Test',
    digest: 'Digest',
    names: {
      flagged: 'Flagged',
      pass: 'Passed',
      error: 'Not evaluated',
      approved: 'Approved',
      rejected: 'Rejected',
      changed: 'Corrected',
      handled: 'Handled',
      taught: 'Used to teach',
      escalated: 'Escalated',
      deleted: 'Deleted',
    },
  },
  destinationKinds: {
    subscription: 'Subscription',
    webhook: 'Workspace webhook',
    callbacks: 'Callbacks',
    slack: 'Slack',
    slack_app: 'Slack app',
    email: 'Email',
  },
  noAttempts: 'No attempts yet.',
  answered: (status: number | null) => (status === null ? 'Delivered' : `Response: ${status}`),
  answer: 'Response body',
  took: (ms: number) => `${formatNumber(ms)} ms`,
  states: {
    pending: 'Waiting',
    retrying: 'Retrying',
    delivered: 'Delivered',
    dead: 'Failed',
    superseded: 'Superseded',
  },
} as const;
