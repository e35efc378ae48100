import { formatNumber } from '../../formats.ts';

export const texts = {
  title: 'Projects',
  description: 'Outputs are grouped by the project and task names that automations send.',
  none: 'No projects yet',
  noneText: 'Create one here, or send an output that names one.',
  add: 'New project',
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleteText: 'It has no outputs. Its tasks and former names are deleted too.',
  deleted: (name: string) => `${name} deleted`,
  notEmpty: 'It can’t be deleted because it has outputs. Delete these first.',
  outputs: (n: number) => (n === 1 ? '1 output' : `${formatNumber(n)} outputs`),
  name: 'Name',
  renameHint: 'Automations can keep using the former name.',
  taken: 'This name is already taken. Choose another one.',
  icon: 'Icon',
  iconHint: 'An emoji. Optional.',
  rate: 'Sample rate (%)',
  rateHint:
    'How much of what passes reviewers are asked to spot-check. Nothing waits for it. Leave empty for none.',
  rateOfTaskHint: (percent: string) => `Leave empty for the rate of the project (${percent}).`,
  rateFault: 'Enter a number from 0 to 100.',
  sampled: (percent: string) => `${percent} sampled`,
  sampledAsProject: (percent: string) => `${percent} sampled, as the project`,
  noTasks: 'No tasks yet.',
  newTask: 'New task',
} as const;
