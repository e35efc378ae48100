/** Every text of the page, in English. What counts things takes the number. */
export const texts = {
  product: 'Output Review',
  loading: 'Loading…',
  copied: 'Copied',

  navigation: {
    queue: 'Queue',
    members: 'Members',
    tokens: 'Tokens',
    groups: {
      automation: 'Automation',
      delivery: 'Delivery',
      workspace: 'Workspace',
    },
  },

  shell: {
    skip: 'Skip to the page',
    menu: 'Menu',
    closeMenu: 'Close the menu',
    navigation: 'Pages',
    messages: 'Messages',
    close: 'Close',
    signOut: 'Sign out',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    workspace: 'Workspace',
    away: 'The service cannot be reached. What you do is kept and sent when it is back.',
  },

  roles: { viewer: 'Viewer', reviewer: 'Reviewer', manager: 'Manager', admin: 'Admin' },

  form: { cancel: 'Cancel', save: 'Save', delete: 'Delete', edit: 'Edit', add: 'Add' },

  failure: { page: 'This page could not be shown', again: 'Try again' },

  notFound: {
    title: 'There is nothing here',
    text: 'The page may have moved, or belongs to another workspace.',
    back: 'To the queue',
  },

  status: { pending: 'Pending', pass: 'Passed', flagged: 'Flagged', error: 'Error' },
  decision: {
    approved: 'Approved',
    rejected: 'Rejected',
    changed: 'Changed',
    handled: 'Handled',
  },

  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    remember: 'Keep me signed in on this device',
    submit: 'Sign in',
    wrong: 'E-mail or password is not right.',
    again: 'Sign in again',
    againWhy: 'Your session has ended. What you typed is kept, and goes on after you sign in.',
    forgot: 'Forgotten your password?',
    toSignUp: 'Make an account',
    to: 'To the sign-in',
  },

  password: {
    new: 'New password',
    show: 'Show the password',
    hint: (n: number) => `At least ${n} characters.`,
  },

  link: {
    gone: 'Open your link once more',
    goneWhy:
      'For your safety a link works only on the page that it opens, not after a reload. Open it again where you got it.',
    used: 'This link is not good any more: it was used already, is too old, or was not copied as a whole.',
  },

  forgotPassword: {
    title: 'Forgotten your password?',
    text: 'We mail you a link by which you choose a new one.',
    submit: 'Mail me a link',
    sent: 'Look into your mail',
    sentTo: (email: string) =>
      `If there is an account for ${email}, a link is on its way. It is good for an hour.`,
    noMails:
      'This installation sends no mails. Ask who runs it for a link: they can make one for your address.',
  },

  resetPassword: {
    title: 'Choose a new password',
    text: 'You are signed out everywhere else by it.',
    submit: 'Save the password',
    done: 'Your password is new',
    doneText: 'Sign in with it from now on.',
    askAgain: 'Ask for another link',
  },

  verifyEmail: {
    title: 'Confirming your address',
    done: 'Your address is confirmed',
    doneText: 'You can sign in now.',
  },

  roleMeanings: {
    viewer: 'sees everything and changes nothing',
    reviewer: 'decides outputs',
    manager: 'decides, and keeps rules, instructions and projects',
    admin: 'does everything, members and settings too',
  },

  invitation: {
    title: 'Invitation',
    to: (workspace: string) => `Join ${workspace}`,
    as: (role: string, meaning: string) => `You are invited as ${role}, who ${meaning}.`,
    yourName: 'Your name',
    join: 'Join',
    newHere: 'I have no account yet',
    haveAccount: 'I have an account already',
    signedInAs: (email: string) => `You join as ${email}.`,
    forSomebodyElse: (invited: string, email: string) =>
      `This invitation is for ${invited}, but you are signed in as ${email}.`,
    verify: 'Look into your mail',
    verifyText: (email: string) =>
      `You belong to the workspace. Open the link that we sent to ${email}, then sign in.`,
    bad: 'This invitation is not good any more',
    badText: 'It was used or revoked, or is older than a week. Ask who invited you for a new one.',
  },

  pager: {
    name: 'Pages of the list',
    range: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
    back: 'Back',
    next: 'Next',
  },

  secret: {
    copy: 'Copy',
    once: 'This is shown once. Keep it before you close.',
    done: 'I have kept it',
  },

  members: {
    title: 'Members',
    description: 'Who belongs to this workspace, and what each may do.',
    count: (n: number) => (n === 1 ? '1 member' : `${n} members`),
    invite: 'Invite somebody',
    name: 'Name',
    role: 'Role',
    roleOf: (name: string) => `Role of ${name}`,
    roleHint: (role: string, meaning: string) => `A ${role.toLowerCase()} ${meaning}.`,
    joined: 'Joined',
    actions: 'Actions',
    you: 'You',
    changed: (name: string, role: string) => `${name} is now: ${role}`,
    lastAdmin:
      'A workspace needs an admin, and this is the only one. Make somebody else an admin first.',
    remove: (name: string) => `Remove ${name}`,
    removeText:
      'They lose access with their next click, and invitations that they made can no longer be accepted. What they decided stays. Their account stays too.',
    removeDo: 'Remove',
    removed: (name: string) => `${name} was removed`,
    leave: 'Leave this workspace',
    leaveText: 'You lose access at once. Only another admin can let you in again.',
    leaveDo: 'Leave',
    invitations: (n: number) => (n === 1 ? '1 open invitation' : `${n} open invitations`),
    for: 'For',
    anybody: 'Whoever has the link',
    invitedBy: 'Invited by',
    expires: 'Expires',
    revoke: (whom: string) => `Revoke the invitation: ${whom}`,
    revoked: 'The invitation was revoked',
    inviteText: 'You get a link to pass on. It is good for one person, and for 7 days.',
    forAddress: 'Only for this e-mail address (optional)',
    forAddressHint: 'Without one, whoever has the link can join.',
    makeLink: 'Make the link',
    linkTitle: 'Pass this link on',
    linkText: (email: string | null) =>
      email === null
        ? 'Whoever opens it first can join, within 7 days.'
        : `Only ${email} can join by it, within 7 days.`,
  },

  tokens: {
    title: 'Tokens',
    description: 'What automations send as “Authorization: Bearer …”. Give each its own.',
    make: 'New token',
    makeText: 'What is submitted with it bears its name.',
    makeDo: 'Make the token',
    made: (name: string) => `Token “${name}”`,
    madeText: 'Put it where your automation keeps its secrets.',
    named: 'Named tokens',
    noneNamed: 'No named tokens yet',
    noneNamedText:
      'Make one for each automation, to tell them apart and to revoke them one by one.',
    name: 'Name',
    nameHint: 'Of the automation: “Support bot”.',
    scopes: 'May',
    scopeNames: { submit: 'Submit', read: 'Read', decide: 'Decide' },
    scopeMeanings: {
      submit: 'Send outputs to be reviewed',
      read: 'Read outputs and what was decided',
      decide: 'Decide outputs, where the settings allow tokens to',
    },
    lastUse: 'Last used',
    lastUsed: 'last used',
    neverUsed: 'never used',
    never: 'Never',
    expires: 'Expires',
    expired: 'Expired',
    inDays: (n: number) => (n === 365 ? 'In a year' : `In ${n} days`),
    actions: 'Actions',
    revoke: (name: string) => `Revoke ${name}`,
    revokeText:
      'The automation that uses it is refused from its next request on. There is no way back.',
    revokeDo: 'Revoke',
    revoked: (name: string) => `${name} was revoked`,
    workspace: 'Workspace token',
    workspaceText: 'May submit, read and decide, for who does not need to tell automations apart.',
    none: 'There is none.',
    rotate: 'Replace',
    rotateTitle: 'Replace the workspace token',
    rotateText: 'Whatever uses the present one is refused from its next request on.',
    makeWorkspace: 'Make one',
    madeWorkspace: 'The new workspace token',
  },

  keys: {
    title: 'Keyboard shortcuts',
    queue: 'In the queue',
    everywhere: 'Everywhere',
    ofQueue: [
      ['j', 'Next output'],
      ['k', 'Previous output'],
      ['a', 'Approve'],
      ['r', 'Reject'],
      ['e', 'Edit, and use the correction'],
      ['c', 'Ask for a redo, with a comment'],
      ['h', 'Mark as handled'],
      ['u', 'Undo the last decision'],
      ['x', 'Select'],
      ['shift x', 'Select up to here'],
    ],
    ofAllPages: [
      ['?', 'This sheet'],
      ['/', 'Search'],
    ],
  },
} as const;
