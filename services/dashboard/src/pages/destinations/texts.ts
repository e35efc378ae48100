import { formatNumber } from '../../formats.ts';

/** The API counts deliveries up to here. */
const COUNTED_MAX = 10_000;

export const formatCounted = (n: number): string =>
  n < COUNTED_MAX ? formatNumber(n) : `${formatNumber(COUNTED_MAX)}+`;

export const texts = {
  title: 'Destinations',
  description: 'Where events are sent, and whether they arrive.',
  add: 'New subscription',
  addText: 'New events are sent to this URL, signed.',
  addDo: 'Subscribe',
  url: 'URL',
  wasThere: 'This URL is already subscribed and receives events',
  secret: 'Signing secret',
  secretText: 'Store it where your receiver verifies signatures (Standard Webhooks).',
  where: 'Destination',
  eachOutput: 'The callback URL of each output',
  events: 'Events',
  state: 'State',
  waiting: 'Waiting',
  dead: 'Failed',
  lastDelivered: 'Last delivered',
  never: 'Never',
  actions: 'Actions',
  actionsOf: (name: string) => `Actions: ${name}`,
  asAsked: 'Set by each output',
  allEvents: 'All events',
  states: {
    on: 'On',
    failing: 'Failing',
    switchedOff: 'Switched off',
    gone: 'Ended',
    off: 'Off',
  },
  failingSince: { failing: 'since', switchedOff: 'after failures since' },
  answeredGone: 'The receiver returned 410 (Gone).',
  showDeliveries: 'Show deliveries',
  toSettings: 'Change in settings',
  test: 'Send test event',
  testText: (name: string) => `One event of the type “test” is sent immediately. ${name}`,
  testDo: 'Send',
  testAgain: 'Send again',
  testCame: 'Test event delivered',
  testFailed: 'Test event not delivered',
  replay: 'Resend failed deliveries',
  replayText: (n: number) =>
    n === 1
      ? '1 delivery failed. It’s resent with the same ID.'
      : `${formatCounted(n)} deliveries failed. They’re resent in order, with the same IDs.`,
  replayDo: 'Resend',
  replayed: (n: number) =>
    n === 1 ? '1 delivery is being resent' : `${formatNumber(n)} deliveries are being resent`,
  switchOn: 'Switch on again',
  switchOnText:
    'It was switched off because nothing was delivered for five days. New events are sent again, and failed deliveries are resent.',
  switchOnDo: 'Switch on',
  since: 'Resend events since',
  sinceHint: 'Leave empty to resend all of them. Deliveries are kept for 30 days.',
  rotate: 'Rotate secret',
  rotateTitle: 'Rotate the signing secret?',
  rotateText: (name: string) =>
    `For one day, events are signed with both secrets, so that you have time to update the receiver. ${name}`,
  rotateDo: 'Rotate secret',
  rotated: 'New signing secret',
  rotatedText: 'For one day, events are also signed with the previous secret.',
  delete: 'Delete',
  deleteTitle: 'Delete this subscription?',
  deleteText: (url: string) =>
    `No more events are sent to ${url}, including those that haven’t been delivered yet.`,
  deleted: 'Subscription deleted',
} as const;
