/** Every text of the page, in English. What counts things takes the number. */
export const texts = {
  product: 'Output Review',
  loading: 'Loading…',
  copied: 'Copied',

  navigation: {
    queue: 'Queue',
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
