/** The texts of the shell. */
export const texts = {
  navigation: {
    queue: 'Queue',
    members: 'Members',
    tokens: 'Tokens',
    settings: 'Settings',
    audit: 'Audit log',
    projects: 'Projects',
    account: 'Your account',
    destinations: 'Destinations',
    deliveries: 'Deliveries',
    groups: {
      automation: 'Automation',
      delivery: 'Delivery',
      workspace: 'Workspace',
    },
    outputs: 'Outputs',
    overview: 'Overview',
    reviewers: 'Who reviews',
    rules: 'Rules',
    ruleResults: 'Rule results',
    instructions: 'Instructions',
  },
  shell: {
    skip: 'Skip to content',
    menu: 'Menu',
    closeMenu: 'Close menu',
    navigation: 'Pages',
    signOut: 'Sign out',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    workspace: 'Workspace',
    switchedOff: (n: number) =>
      n === 1
        ? 'A destination was switched off because deliveries to it failed for five days.'
        : `${n} destinations were switched off because deliveries to them failed for five days.`,
    toDestinations: 'View destinations',
    away: 'The service cannot be reached. Your work is kept and sent when it’s back.',
  },
  elsewhere: {
    title: 'You are in another workspace',
    text: (name: string) =>
      `You switched workspaces in another tab, but this page belongs to ${name}. Nothing you did here has reached the other workspace. Your decisions are kept. What you typed stays as long as this page is open.`,
    back: (name: string) => `Back to ${name}`,
    goOn: 'Go to the other workspace',
  },
  somebodyElse: {
    title: 'Someone else is signed in',
    text: (email: string) =>
      `Someone else signed in from another tab, but this page belongs to ${email}. Nothing you did here was done in their name. Your decisions are kept, and are sent when ${email} signs in again. What you typed stays as long as this page is open.`,
    goOn: 'Go to their queue',
  },
  failed: 'This page couldn’t be shown',
  notFound: {
    title: 'Page not found',
    text: 'The page may have moved, or it belongs to another workspace.',
    back: 'Go to the queue',
  },
  signIn: {
    again: 'Sign in again',
    againWhy: 'Your session has ended. Sign in to continue. What you typed is kept.',
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
      ['1 … 9', 'Choose a reason after Reject'],
      ['e', 'Correct the output'],
      ['c', 'Ask for a redo, with a comment'],
      ['h', 'Mark as handled'],
      ['t', 'Take over from another reviewer'],
      ['u', 'Undo the last decision'],
      ['space', 'Scroll down'],
      ['x', 'Select'],
      ['shift x', 'Extend the selection'],
    ],
    ofAllPages: [
      ['?', 'Keyboard shortcuts'],
      ['/', 'Search'],
    ],
  },
} as const;
