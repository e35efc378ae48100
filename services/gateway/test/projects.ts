import { expect } from '@jest/globals';
import { newId } from '@output-review/runtime';
import type { ApiClient } from '@output-review/runtime/testing';

export async function createProject(
  api: ApiClient,
  name: string,
): Promise<{ id: string; name: string }> {
  const { status, body } = await api.post('/api/projects', { name });
  expect(status).toBe(201);
  return body as { id: string; name: string };
}

export async function createTask(
  api: ApiClient,
  projectId: string,
  name: string,
): Promise<{ id: string }> {
  const { status, body } = await api.post(`/api/projects/${projectId}/tasks`, { name });
  expect(status).toBe(201);
  return body as { id: string };
}

export const unique = (name: string): string => `${name} ${newId()}`;
