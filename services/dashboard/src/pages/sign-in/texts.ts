export const texts = {
  signIn: {
    title: 'Sign in',
    forgot: 'Forgot your password?',
    toSignUp: 'Create an account',
  },
  signUp: {
    title: 'Create an account',
    description: 'You get your own workspace and become its admin.',
    name: 'Your name',
    workspace: 'Workspace name',
    workspaceHint: 'For example, the name of your team or product. You can change it later.',
    submit: 'Create account',
    toSignIn: 'I already have an account',
    closed: 'Sign-up is by invitation only',
    closedText: 'Ask an admin of your workspace to invite you.',
  },
  askLink: { submit: 'Email me a link', sent: 'Check your email' },
  linkUsed:
    'This link is no longer valid: it was already used, has expired or wasn’t copied completely. Copy it again or ask for a new one.',
  forgotPassword: {
    title: 'Forgot your password?',
    text: 'We’ll email you a link to choose a new one.',
    sentTo: (email: string) =>
      `If there’s an account for ${email}, we’ve sent a link to it. The link expires in one hour.`,
    noMails:
      'This installation doesn’t send email. Ask its operator for a link: they can create one for your address.',
  },
  resetPassword: {
    title: 'Choose a new password',
    text: 'This signs you out everywhere else.',
    submit: 'Save password',
    done: 'Password changed',
    doneText: 'Sign in with your new password.',
    askAgain: 'Request another link',
  },
  confirmEmail: {
    title: 'Confirm your address',
    text: 'We’ll email you another link to confirm the address of your account.',
    sentTo: (email: string) =>
      `If there’s an account for ${email} that isn’t confirmed yet, we’ve sent a link to it. The link expires in one day.`,
    noMails:
      'This installation doesn’t send email, so no address has to be confirmed. Sign in with your password.',
  },
  verifyEmail: {
    title: 'Confirming your address',
    done: 'Your address is confirmed',
    doneText: 'You can now sign in.',
  },
} as const;
