import { fieldNames } from '../../field-names.ts';
import { formatCount } from '../../formats.ts';

export const texts = {
  title: 'Projects',
  description: 'Outputs are grouped by the project and task names that automations send.',
  none: 'No projects yet',
  noneText: 'Create one here, or send an output that names one.',
  find: 'Find a project',
  add: 'New project',
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleteText: 'It has no outputs. Its tasks and former names are deleted too.',
  deleted: (name: string) => `${name} deleted`,
  notEmpty: 'It can’t be deleted because it has outputs. Delete them first.',
  outputs: (n: number) => formatCount(n, 'output'),
  name: 'Name',
  renameHint: 'Automations can keep using the former name.',
  taken: 'This name is already taken. Choose another one.',
  icon: fieldNames.icon,
  iconHint: 'An emoji. Optional.',
  rate: 'Sample rate (%)',
  rateHint:
    'The share of passed outputs that reviewers are asked to spot-check. Nothing waits for these checks. Leave empty for none.',
  rateOfTaskHint: (percent: string) => `Leave empty to use the project’s rate (${percent}).`,
  sampled: (percent: string) => `${percent} sampled`,
  sampledAsProject: (percent: string) => `${percent} sampled, same as the project`,
  groups: {
    none: 'Nobody',
    nobody: 'nobody',
    asProject: (name: string) => `Same as the project (${name})`,
    review: fieldNames.reviewGroupId,
    reviewHint: 'Flagged outputs are assigned to this group.',
    escalation: fieldNames.escalationGroupId,
    escalationHint:
      'Outputs that nobody decides in time go to this group, if their deadline says so.',
    reviewedBy: (name: string) => `Reviewed by ${name}`,
    escalatedTo: (name: string) => `Escalated to ${name}`,
  },
  noTasks: 'No tasks yet.',
  newTask: 'New task',
} as const;
