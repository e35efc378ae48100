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
  none: 'Nobody is reviewing',
  noneText:
    'Whoever opens an output in the queue, or has decided one in the last hour, appears here.',
} as const;
