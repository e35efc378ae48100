import { type Decision, type DecisionReason, outputKey } from '@output-review/contracts';

import type { EventBody } from '../deliveries/body.pure.ts';
import { composeMessage, nameUnseen, oneLine, showsAll } from '../deliveries/channels.pure.ts';
import { sectionOf, toSlack } from '../deliveries/slack-text.pure.ts';
import { BUTTONS_ID, type SlackAction } from './interactions.pure.ts';

/** A message that requests a decision, with buttons. Without Approve if it does not show everything. */
export function callingMessage(body: EventBody, publicUrl: string) {
  const message = toSlack(composeMessage(body, publicUrl));
  if (body.id === null) return message;
  const value = outputKey({ workspaceId: body.workspaceId, id: body.id });
  const others = [
    { ...button('reject', 'Reject', value), style: 'danger' },
    button('redo', 'Ask for a redo', value),
  ];
  const parts = showsAll(body)
    ? [buttonsOf([{ ...button('approve', 'Approve', value), style: 'primary' }, ...others])]
    : [sectionOf(NOT_ALL), buttonsOf(others)];
  return { ...message, blocks: [...message.blocks, ...parts] };
}

const NOT_ALL = 'This message does not show everything. Open the output to approve it.';

const button = (action: SlackAction, label: string, value: string) => ({
  type: 'button',
  action_id: action,
  text: { type: 'plain_text', text: label },
  value,
});

const buttonsOf = (elements: readonly object[]) => ({
  ...{ type: 'actions', block_id: BUTTONS_ID, elements },
});

/** The same message after the decision: who decided what replaces the buttons. */
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
    title: oneLine(`${decisionOf(body)} by ${deciderOf(body)}`),
    why: projectOf(body),
    facts: [
      ...said.flatMap(({ label, text }) => (text === '' ? [] : { label, text: nameUnseen(text) })),
      ...facts,
    ],
    link,
  });
}

const projectOf = ({ projectName }: EventBody) => oneLine(projectName ?? '') || null;

/** The same message once the output no longer needs a decision. */
export function passedMessage(body: EventBody, publicUrl: string) {
  const { facts, link } = composeMessage(body, publicUrl);
  return toSlack({
    ...{ title: 'Passed when it was evaluated again', why: projectOf(body), facts, link },
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

/** The same message after the output was deleted, without any of its contents. */
export const DELETED_MESSAGE = toSlack({
  ...{ title: 'The output was deleted', why: null, facts: [], link: null },
});
