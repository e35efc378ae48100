export const texts = {
  title: 'Link a Slack user',
  what: (user: string, workspace: string) => `${user} will decide in ${workspace} in your name.`,
  ids: (user: string, team: string) => `Slack user ${user} in the Slack workspace ${team}`,
  warning:
    'Continue only if this is your Slack user and you just pressed a button in Slack. Anyone who uses this Slack user decides as you.',
  signedInAs: (email: string) => `You’re signed in as ${email}.`,
  link: 'Link to my account',
  done: 'Your Slack user is linked',
  doneText: 'Go back to Slack and press the button again.',
  signInFirst: 'Sign in to choose the account to link.',
} as const;
