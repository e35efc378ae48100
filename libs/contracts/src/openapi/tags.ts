/** The headings of the docs, and what stands under them. */
export const TAGS: Readonly<Record<string, string>> = {
  Agents: 'The tools of agents, by the Model Context Protocol.',
  Audit: 'Who did what in the workspace, and when.',
  Decisions: 'Deciding, flagging, withdrawing and deleting outputs.',
  Events: 'Where events are sent: subscriptions, destinations, deliveries, and the event stream.',
  Instructions:
    'The instructions that automations run under, in versions, and the feedback on them.',
  Media: 'The files of outputs.',
  Members: 'The people of the workspace, their roles, groups and invitations.',
  Outputs: 'Submitting outputs, searching them, and reading their status and details.',
  Passwords: 'Changing and resetting passwords, and verifying email addresses.',
  Projects: 'Projects, and the tasks in them.',
  Rules: 'What outputs are checked against, and dry runs.',
  Sessions: 'Signing in and out, accounts, and the sessions of a person.',
  Settings: 'The settings of the workspace: notifications, judges, retention and more.',
  Slack: 'What people do in Slack by the app of the workspace, and which of its users they are.',
  Statistics: 'What happened to outputs over time.',
  Tokens: 'The credentials of automations.',
  Views: 'Names for what the queue and the page of outputs show, for a person or for everyone.',
  Workspaces: 'The workspaces of a person.',
};
