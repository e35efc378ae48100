import type { Decision, DecisionReason } from '@output-review/contracts';

import type { EventBody } from '../deliveries/body.pure.ts';
import { composeMessage } from '../deliveries/channels.pure.ts';
import { toSlack } from '../deliveries/slack-text.pure.ts';

/** A message that calls for a decision. */
export function callingMessage(body: EventBody, publicUrl: string) {
  return toSlack(composeMessage(body, publicUrl));
}

/** The same message once the output is decided: who decided what. */
export function decidedMessage(
  body: EventBody,
  reasons: readonly DecisionReason[],
  publicUrl: string,
) {
  const { facts, link } = composeMessage(body, publicUrl);
  const names = body.reasonIds.map((id) => reasons.find((each) => each.id === id)?.name ?? id);
  const said = [
    { label: 'Comment', text: body.comment ?? '' },
    { label: names.length === 1 ? 'Reason' : 'Reasons', text: names.join(', ') },
  ];
  return toSlack({
    title: `${decisionOf(body)} by ${deciderOf(body)}`,
    why: body.projectName,
    facts: [...said.filter(({ text }) => text !== ''), ...facts],
    link,
  });
}

const DECIDED: Readonly<Record<Decision, string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  changed: 'Sent back for a redo',
  handled: 'Marked as handled',
};

function decisionOf({ decision, correctedOutput, correctedAction }: EventBody): string {
  if (decision === null) return 'Decided';
  const isCorrected = correctedOutput !== null || correctedAction !== null;
  return isCorrected ? 'Corrected' : DECIDED[decision];
}

function deciderOf({ decidedBy, decisionSource }: EventBody): string {
  if (decisionSource === 'deadline') return 'the deadline';
  if (decidedBy === null || decidedBy === 'api') return 'the API';
  return decidedBy.startsWith('token:')
    ? `the token ${decidedBy.slice('token:'.length)}`
    : decidedBy;
}

/** The same message once the output is deleted: nothing of it is left. */
export const DELETED_MESSAGE = toSlack({
  ...{ title: 'The output was deleted', why: null, facts: [], link: null },
});
