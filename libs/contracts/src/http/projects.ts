import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { Clearable, Nullable, PATCH, Timestamp } from '../schema/nullable.ts';
import { Count, IdParams, Name, OkBody } from './shared.ts';

const TAG = 'Projects';

/** An emoji or the name of an icon. */
const Icon = Type.String({ minLength: 1, maxLength: 64, 'x-trim': true });

const SampleRate = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    'Share of the passed outputs that people are asked to look at. Without it (null) a task takes ' +
    'the rate of its project, and a project 0.',
});

const ReviewGroupId = Type.String({
  description:
    'ID of the group that gets what is flagged. Without it (null) a task takes that of its project, ' +
    'and a project has none.',
});

const EscalationGroupId = Type.String({
  description:
    'ID of the group that gets what is escalated because nobody decided in time. Without it (null) a ' +
    'task takes that of its project, and a project has none.',
});

/** What a project and each of its tasks say of the outputs in them. */
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

export const ProjectSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  icon: Nullable(Type.String()),
  ...Settings,
  createdAt: Timestamp,
  executionCount: Count({ description: 'Number of existing outputs in it.' }),
});

export const TaskSchema = Type.Object({
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

export const listProjects = defineOperation({
  id: 'listProjects',
  method: 'GET',
  path: '/api/projects',
  owner: 'gateway',
  summary: 'List projects',
  tag: TAG,
  access: READ,
  responses: { 200: Type.Array(ProjectSchema) },
  errors: ['UNAUTHENTICATED'],
});

export const createProject = defineOperation({
  id: 'createProject',
  method: 'POST',
  path: '/api/projects',
  owner: 'gateway',
  summary: 'Create a project',
  description: 'You can use a former name of another project; it then refers to the new project.',
  tag: TAG,
  access: MANAGE,
  body: Type.Object({
    name: Name,
    icon: Type.Optional(Icon),
    ...NewSettings,
  }),
  responses: { 201: ProjectSchema },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'CONFLICT'],
});

export const updateProject = defineOperation({
  id: 'updateProject',
  method: 'PATCH',
  path: '/api/projects/{id}',
  owner: 'gateway',
  summary: 'Rename a project, change its icon, sample rate or groups',
  description:
    'The former name stays an alias until another project takes it. To remove the icon, the sample ' +
    'rate or a group, send null. Whatever passes, is flagged or escalated after the response goes by ' +
    'the new ones.',
  tag: TAG,
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
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT'],
});

export const deleteProject = defineOperation({
  id: 'deleteProject',
  method: 'DELETE',
  path: '/api/projects/{id}',
  owner: 'gateway',
  summary: 'Delete an empty project',
  tag: TAG,
  access: MANAGE,
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'PROJECT_NOT_EMPTY'],
});

export const listTasks = defineOperation({
  id: 'listTasks',
  method: 'GET',
  path: '/api/projects/{id}/tasks',
  owner: 'gateway',
  summary: 'List the tasks of a project',
  tag: TAG,
  access: READ,
  params: IdParams,
  responses: { 200: Type.Array(TaskSchema) },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const createTask = defineOperation({
  id: 'createTask',
  method: 'POST',
  path: '/api/projects/{id}/tasks',
  owner: 'gateway',
  summary: 'Create a task in a project',
  tag: TAG,
  access: MANAGE,
  params: IdParams,
  body: Type.Object({ name: Name, ...NewSettings }),
  responses: { 201: TaskSchema },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT'],
});

export const renameTask = defineOperation({
  id: 'renameTask',
  method: 'PATCH',
  path: '/api/projects/{id}/tasks/{taskId}',
  owner: 'gateway',
  summary: 'Rename a task, change its sample rate or groups',
  description:
    'The former name stays an alias in its project. Whatever passes, is flagged or escalated after ' +
    'the response goes by the new rate and groups.',
  tag: TAG,
  access: MANAGE,
  params: TaskParams,
  body: Type.Object({ name: Type.Optional(Name), ...ChangedSettings }, PATCH),
  responses: { 200: TaskSchema },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT'],
});

export const deleteTask = defineOperation({
  id: 'deleteTask',
  method: 'DELETE',
  path: '/api/projects/{id}/tasks/{taskId}',
  owner: 'gateway',
  summary: 'Delete an empty task',
  tag: TAG,
  access: MANAGE,
  params: TaskParams,
  responses: { 200: OkBody },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'TASK_NOT_EMPTY'],
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
