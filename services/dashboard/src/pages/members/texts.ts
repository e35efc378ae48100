import { formatNumber } from '../../formats.ts';

export const texts = {
  title: 'Members',
  description: 'The people in this workspace and their roles.',
  count: (n: number) => (n === 1 ? '1 member' : `${formatNumber(n)} members`),
  invite: 'Invite member',
  name: 'Name',
  role: 'Role',
  roleOf: (name: string) => `Role of ${name}`,
  roleHint: (role: string, meaning: string) => `${role}s ${meaning}.`,
  joined: 'Joined',
  actions: 'Actions',
  you: 'You',
  changed: (name: string, role: string) => `Role of ${name} changed to ${role.toLowerCase()}`,
  changeOwn: (role: string) => `Change your role to ${role.toLowerCase()}?`,
  changeOwnText:
    'You can no longer manage members or settings. Only another admin can make you an admin again.',
  changeOwnDo: 'Change role',
  lastAdmin:
    'This is the only admin, and a workspace needs at least one. Make someone else an admin first.',
  remove: (name: string) => `Remove ${name}`,
  removeText:
    'They lose access immediately, and invitations that they created can no longer be accepted. Their decisions and their account are kept. Subscriptions that they created keep receiving outputs; end those that are no longer needed on the Destinations page.',
  removeDo: 'Remove',
  removed: (name: string, tokens: number) => {
    if (tokens === 0) return `${name} was removed`;
    return `${name} was removed, and ${tokens === 1 ? '1 token' : `${tokens} tokens`} revoked`;
  },
  keepTokens: 'Tokens created by this person',
  keepTokensWhy:
    'This person may still know these tokens. They’re revoked immediately, except those you select. Select the ones that an automation still needs.',
  keepToken: (name: string | null, hint: string) =>
    name === null ? `Keep the workspace token (…${hint})` : `Keep “${name}” (…${hint})`,
  stillKnows: (names: readonly (string | null)[]) => {
    const named = names.map((name) => (name === null ? 'the workspace token' : `“${name}”`));
    return `May still know tokens: ${named.join(', ')}`;
  },
  neverUsed: 'Never used',
  lastUsed: (when: string) => `Last used ${when}`,
  leave: 'Leave this workspace',
  leaveText: 'You lose access immediately. Only another admin can invite you again.',
  leaveDo: 'Leave',
  invitations: (n: number) =>
    n === 1 ? '1 open invitation' : `${formatNumber(n)} open invitations`,
  for: 'For',
  anybody: 'Anyone with the link',
  invitedBy: 'Invited by',
  expires: 'Expires',
  revoke: (whom: string) => `Revoke invitation: ${whom}`,
  revoked: 'Invitation revoked',
  inviteText: 'You get a link to share. It works for one person and expires in 7 days.',
  forAddress: 'Only for this email address (optional)',
  forAddressHint: 'Without an address, anyone with the link can join.',
  makeLink: 'Create link',
  linkTitle: 'Share this link',
  linkText: (email: string | null) =>
    email === null
      ? 'The first person to accept can join. The link expires in 7 days.'
      : `Only ${email} can join with it. The link expires in 7 days.`,
} as const;
