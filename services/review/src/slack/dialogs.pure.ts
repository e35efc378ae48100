import { type DecisionReason, outputKey } from '@output-review/contracts';

import { cut } from '../deliveries/channels.pure.ts';
import { linkTo, plainSectionOf, sectionOf } from '../deliveries/slack-text.pure.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import type { SlackAction } from './interactions.pure.ts';

const plain = (text: string) => ({ type: 'plain_text', text });

const COMMENT_LENGTH_MAX = 2_000;
// Slack's limits for the name of an option, and for the number of options.
const NAME_LENGTH_MAX = 75;

const TITLES: Readonly<Record<SlackAction, string>> = {
  ...{ approve: 'Approve', reject: 'Reject', redo: 'Ask for a redo' },
};

/** Asks for a comment and, if the workspace has any, for reasons. */
export function decisionDialog(
  action: SlackAction,
  key: OutputKey,
  reasons: readonly DecisionReason[],
) {
  const choices = reasons.filter(({ isActive }) => isActive);
  return {
    ...{ type: 'modal', callback_id: action, private_metadata: outputKey(key) },
    ...{ title: plain(TITLES[action]), submit: plain(TITLES[action]), close: plain('Cancel') },
    blocks: [commentOf(action), ...(choices.length > 0 ? [choiceOf(choices)] : [])],
  };
}

const commentOf = (action: SlackAction) => ({
  ...{ type: 'input', block_id: 'comment', optional: action !== 'redo' },
  label: plain(action === 'redo' ? 'What should be different?' : 'Comment'),
  element: {
    ...{ type: 'plain_text_input', action_id: 'comment' },
    ...{ multiline: true, max_length: COMMENT_LENGTH_MAX },
  },
});

const choiceOf = (reasons: readonly DecisionReason[]) => ({
  ...{ type: 'input', block_id: 'reasons', optional: true, label: plain('Reasons') },
  element: {
    ...{ type: 'multi_static_select', action_id: 'reasons' },
    options: reasons.map(({ id, name }) => ({
      text: plain(cut(name, NAME_LENGTH_MAX)),
      value: id,
    })),
  },
});

/** A message to one user, with a link to fix the problem. */
export interface Notice {
  readonly message: string;
  /** Null for none. */
  readonly link: string | null;
}

/** A notice as blocks of a message or dialog. */
export function noticeBlocks({ message, link }: Notice) {
  return [
    plainSectionOf(message),
    ...(link === null ? [] : [sectionOf(linkTo(link, 'Link your account'))]),
  ];
}

/** A dialog that only shows a notice. */
export function noticeDialog(notice: Notice) {
  return {
    ...{ type: 'modal', title: plain('Not decided'), close: plain('Close') },
    blocks: noticeBlocks(notice),
  };
}
