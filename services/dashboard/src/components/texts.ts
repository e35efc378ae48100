import { formatNumber } from '../formats.ts';

/**
 * Texts of components, and words that all pages share. CONTRIBUTING.md has the style. Texts with a count take the
 * number.
 */
export const texts = {
  product: 'Output Review',
  loading: 'Loading…',
  copied: 'Copied',
  notCopied: 'Couldn’t copy. Select the text and copy it yourself.',
  messages: 'Messages',
  close: 'Close',
  roles: { viewer: 'Viewer', reviewer: 'Reviewer', manager: 'Manager', admin: 'Admin' },
  form: {
    cancel: 'Cancel',
    save: 'Save',
    delete: 'Delete',
    edit: 'Edit',
    add: 'Add',
    from: 'From',
    to: 'To',
  },
  leave: {
    title: 'Leave without saving?',
    text: 'Your changes on this page are lost. You can’t undo this.',
    confirm: 'Leave',
  },
  percentFault: 'Enter a number from 0 to 100.',
  place: { projectName: 'Project', taskName: 'Task' },
  filter: { apply: 'Filter', clear: 'Clear' },
  find: { none: 'Nothing found', noneText: 'Nothing in this list contains this text.' },
  failure: { again: 'Try again' },
  part: {
    failed: 'This part of the page couldn’t be loaded.',
    reload: 'Reload the page',
  },
  status: { pending: 'Pending', pass: 'Passed', flagged: 'Flagged', error: 'Error' },
  sample: 'Sample',
  // A decision `changed` without a correction.
  redo: 'Redo',
  decision: {
    approved: 'Approved',
    rejected: 'Rejected',
    changed: 'Corrected',
    handled: 'Handled',
  },
  diff: { tooLarge: 'The texts differ too much to show the changes.' },
  markdown: {
    image: (alt: string, src: string) => `[image: ${alt || src}]`,
    tooMuch: 'Shown as plain text because it’s too large or complex to format.',
  },
  judgeProviders: {
    anthropic: 'Anthropic',
    openai: 'OpenAI',
    google: 'Google',
    openrouter: 'OpenRouter',
    openai_compatible: 'OpenAI-compatible',
  },
  signIn: {
    email: 'Email',
    password: 'Password',
    remember: 'Keep me signed in on this device',
    submit: 'Sign in',
    wrong:
      'The email or password is incorrect. Check both and try again. If we emailed you a link to confirm your address, open it first.',
    to: 'Go to sign-in',
  },
  checkEmail: {
    title: 'Check your email',
    text: (email: string) => `Open the link that we sent to ${email}, then sign in.`,
  },
  password: {
    new: 'New password',
    show: 'Show password',
    hint: (n: number) => `At least ${n} characters.`,
  },
  link: {
    gone: 'Open your link again',
    goneWhy:
      'For security, a link works only on the page that it opens, not after a reload. Open it again from where you got it.',
    confirmAgain: 'Request another confirmation link',
  },
  roleMeanings: {
    viewer: 'can see everything but change nothing',
    reviewer: 'can decide outputs',
    manager: 'can decide outputs and manage rules, instructions and projects',
    admin: 'can do everything, including managing members and settings',
  },
  pager: {
    name: 'Pagination',
    range: (first: number, last: number, total: number) =>
      `${formatNumber(first)}–${formatNumber(last)} of ${formatNumber(total)}`,
    back: 'Back',
    next: 'Next',
    past: (page: number) => `Page ${formatNumber(page)} doesn’t exist`,
    ends: (last: number) =>
      last === 1 ? 'The list has only one page.' : `The list ends at page ${formatNumber(last)}.`,
    toLast: 'Show the last page',
  },
  secret: {
    copy: 'Copy',
    once: 'This is shown only once. Save it before you leave.',
    done: 'I’ve saved it',
  },
} as const;
