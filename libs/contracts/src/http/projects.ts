import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { Clearable, Nullable, PATCH, Timestamp } from '../schema/nullable.ts';
import { Count, IdParams, Name, OkBody } from './shared.ts';

const operation = operationsOf({ owner: 'gateway', tag: 'Projects' });

/** An emoji or the name of an icon. */
const Icon = Type.String({ minLength: 1, maxLength: 64, 'x-trim': true });

const SampleRate = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    'Share of the passed outputs that people are asked to review. If null, a task uses the ' +
    'rate of its project, and a project uses 0.',
});

const ReviewGroupId = Type.String({
  description:
    'ID of the group that flagged outputs are assigned to. If null, a task uses that of its ' +
    'project, and a project has none.',
});

const EscalationGroupId = Type.String({
  description:
    'ID of the group that outputs are assigned to if they are escalated because nobody ' +
    'decided in time. If null, a task uses that of its project, and a project has none.',
});

/** The settings of a project and of each task for their outputs. */
const Settings = {
  sampleRate: Nullable(SampleRate),
  reviewGroupId: Nullable(ReviewGroupId),
  escalationGroupId: Nullable(EscalationGroupId),
};

const NewSettings = {
  sampleRate: Type.Optional(SampleRate),
  reviewGroupId: Type.Optional(ReviewGroupId),
  escalationGroupId: Type.Optional(EscalationGroupId),
};

const ChangedSettings = {
  sampleRate: Type.Optional(Clearable(SampleRate)),
  reviewGroupId: Type.Optional(Clearable(ReviewGroupId)),
  escalationGroupId: Type.Optional(Clearable(EscalationGroupId)),
};

const ProjectSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  icon: Nullable(Type.String()),
  ...Settings,
  createdAt: Timestamp,
  executionCount: Count({ description: 'Number of existing outputs in it.' }),
});

const TaskSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  projectId: Type.String(),
  ...Settings,
  createdAt: Timestamp,
  executionCount: Count({ description: 'Number of existing outputs in it.' }),
});

const TaskParams = Type.Object({ id: Type.String(), taskId: Type.String() });

const READ = { role: 'viewer', scope: 'read' } as const;
const MANAGE = { role: 'manager', scope: null } as const;

export const listProjects = operation({
  id: 'listProjects',
  method: 'GET',
  path: '/api/projects',
  summary: 'List projects',
  access: READ,
  responses: { 200: Type.Array(ProjectSchema) },
});

export const createProject = operation({
  id: 'createProject',
  method: 'POST',
  path: '/api/projects',
  summary: 'Create a project',
  description: 'You can use a former name of another project; it then refers to the new project.',
  access: MANAGE,
  body: Type.Object({
    name: Name,
    icon: Type.Optional(Icon),
    ...NewSettings,
  }),
  responses: { 201: ProjectSchema },
  errors: ['CONFLICT'],
});

export const updateProject = operation({
  id: 'updateProject',
  method: 'PATCH',
  path: '/api/projects/{id}',
  summary: 'Rename a project, change its icon, sample rate or groups',
  description:
    'The former name stays an alias until another project takes it. To remove the icon, the ' +
    'sample rate or a group, send null. The new settings apply to outputs that pass, are flagged ' +
    'or are escalated after the response.',
  access: MANAGE,
  params: IdParams,
  body: Type.Object(
    {
      name: Type.Optional(Name),
      icon: Type.Optional(Clearable(Icon)),
      ...ChangedSettings,
    },
    PATCH,
  ),
  responses: { 200: ProjectSchema },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const deleteProject = operation({
  id: 'deleteProject',
  method: 'DELETE',
  path: '/api/projects/{id}',
  summary: 'Delete an empty project',
  access: MANAGE,
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['NOT_FOUND', 'PROJECT_NOT_EMPTY'],
});

export const listTasks = operation({
  id: 'listTasks',
  method: 'GET',
  path: '/api/projects/{id}/tasks',
  summary: 'List the tasks of a project',
  access: READ,
  params: IdParams,
  responses: { 200: Type.Array(TaskSchema) },
  errors: ['NOT_FOUND'],
});

export const createTask = operation({
  id: 'createTask',
  method: 'POST',
  path: '/api/projects/{id}/tasks',
  summary: 'Create a task in a project',
  access: MANAGE,
  params: IdParams,
  body: Type.Object({ name: Name, ...NewSettings }),
  responses: { 201: TaskSchema },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const renameTask = operation({
  id: 'renameTask',
  method: 'PATCH',
  path: '/api/projects/{id}/tasks/{taskId}',
  summary: 'Rename a task, change its sample rate or groups',
  description:
    'The former name stays an alias in its project. The new rate and groups apply to outputs ' +
    'that pass, are flagged or are escalated after the response.',
  access: MANAGE,
  params: TaskParams,
  body: Type.Object({ name: Type.Optional(Name), ...ChangedSettings }, PATCH),
  responses: { 200: TaskSchema },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const deleteTask = operation({
  id: 'deleteTask',
  method: 'DELETE',
  path: '/api/projects/{id}/tasks/{taskId}',
  summary: 'Delete an empty task',
  access: MANAGE,
  params: TaskParams,
  responses: { 200: OkBody },
  errors: ['NOT_FOUND', 'TASK_NOT_EMPTY'],
});

export const PROJECT_OPERATIONS = [
  listProjects,
  createProject,
  updateProject,
  deleteProject,
  listTasks,
  createTask,
  renameTask,
  deleteTask,
] as const;
