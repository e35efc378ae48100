export const texts = {
  title: 'Link a Slack user',
  what: (user: string, workspace: string) => `${user} will decide in ${workspace} in your name.`,
  ids: (user: string, team: string) => `Slack user ${user} of the Slack workspace ${team}`,
  warning:
    'Do this only if this is you, and if you pressed a button in Slack a moment ago. Whoever uses this Slack user decides as you.',
  signedInAs: (email: string) => `You’re signed in as ${email}.`,
  link: 'Link to my account',
  done: 'Your Slack user is linked',
  doneText: 'Go back to Slack and press the button again.',
  signInFirst: 'Sign in to say who you are.',
} as const;
