import { formatNumber } from '../../formats.ts';

export const texts = {
  title: 'Who reviews',
  description: 'Who is at the queue now, and what is due. Decisions are those of the last hour.',
  waiting: 'Waiting',
  dueSoon: 'Due within an hour',
  dueUnclaimed: 'Of these unclaimed',
  cameIn: (time: string) => `Came in since ${time}`,
  decided: 'Decided since then',
  oldest: 'Oldest came in',
  person: 'Person',
  claimed: 'Claimed',
  nextDue: 'Next deadline',
  decidedLastHour: 'Decided',
  lastDecided: 'Last decision',
  groups: {
    title: 'Groups',
    hint: 'Outputs are assigned to people or to groups. Whoever leaves the workspace leaves its groups, and gives back what was assigned.',
    add: 'Add group',
    edit: (name: string) => `Edit “${name}”`,
    delete: (name: string) => `Delete “${name}”`,
    deleteText:
      'Outputs that wait for this group or its people move to the group that you choose, and so do rules, projects and tasks that name it.',
    moveTo: 'Move its outputs to',
    moveToNone: 'No other group',
    inUse: (name: string, hasOthers: boolean) =>
      `“${name}” wasn’t deleted because outputs, rules, projects or tasks need it. ${hasOthers ? 'Choose the group that takes its place.' : 'Add a group that takes its place first.'}`,
    name: 'Name',
    people: 'People',
    nobody: 'Nobody is in it.',
    nothingWaits: 'Nothing waits for it',
    waiting: (n: number) => `${formatNumber(n)} waiting`,
    untaken: (n: number) => `${formatNumber(n)} not taken`,
    oldest: 'Oldest came in',
    nextDue: 'Next deadline',
    dueSoon: (n: number) => `${formatNumber(n)} due within an hour`,
  },
  none: 'Nobody is reviewing',
  noneText:
    'Whoever opens an output in the queue, or has decided one in the last hour, appears here.',
} as const;
