export const texts = {
  title: 'Invitation',
  to: (workspace: string) => `Join ${workspace}`,
  as: (role: string, meaning: string) => `Your role is ${role.toLowerCase()}. ${role}s ${meaning}.`,
  yourName: 'Your name',
  join: 'Join',
  newHere: 'I don’t have an account yet',
  haveAccount: 'I already have an account',
  signedInAs: (email: string) => `You’ll join as ${email}.`,
  forSomebodyElse: (invited: string, email: string) =>
    `This invitation is for ${invited}, but you’re signed in as ${email}. Sign out to accept it.`,
  bad: 'This invitation is no longer valid',
  badText:
    'It was used or revoked, or it’s older than a week. Ask the person who invited you for a new one.',
} as const;
