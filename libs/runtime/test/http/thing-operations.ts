import { defineOperation } from '@output-review/contracts';
import { Type } from '@sinclair/typebox';

const common = {
  owner: 'review',
  summary: 'For the test',
  tag: 'Test',
  access: { role: 'reviewer', scope: 'decide' },
} as const;

export const createThing = defineOperation({
  ...common,
  id: 'createThing',
  method: 'POST',
  path: '/api/groups/{group}/things',
  params: Type.Object({ group: Type.String({ maxLength: 5 }) }),
  query: Type.Object({ size: Type.Integer({ minimum: 1, default: 1 }) }),
  body: Type.Object({ name: Type.String({ maxLength: 10 }), note: Type.Optional(Type.String()) }),
  responses: {
    201: Type.Object({ group: Type.String(), size: Type.Integer(), name: Type.String() }),
  },
});

export const readThing = defineOperation({
  ...common,
  id: 'readThing',
  method: 'GET',
  path: '/api/things/{id}',
  params: Type.Object({ id: Type.String() }),
  responses: { 200: Type.Object({ id: Type.String(), by: Type.String() }) },
});

export const changeThing = defineOperation({
  ...readThing,
  id: 'changeThing',
  method: 'PATCH',
});

export const listThings = defineOperation({
  ...common,
  id: 'listThings',
  method: 'GET',
  path: '/api/things/all',
  access: 'public',
  responses: { 200: Type.Array(Type.String()) },
});

export const readFile = defineOperation({
  ...common,
  id: 'readFile',
  method: 'GET',
  path: '/api/files/{key+}',
  access: 'public',
  params: Type.Object({ key: Type.String() }),
  responses: { 200: Type.Object({ key: Type.String() }) },
});

/** Takes a body of any size and returns its length. All fields are optional. */
export const measureText = defineOperation({
  ...common,
  id: 'measureText',
  method: 'POST',
  path: '/api/measure',
  body: Type.Object({ text: Type.Optional(Type.String()) }),
  responses: { 200: Type.Object({ length: Type.Integer() }) },
});

/** The same without a credential. */
export const measureStrangersText = defineOperation({
  ...measureText,
  id: 'measureStrangersText',
  path: '/api/strangers/measure',
  access: 'public',
});

/** Fails in the way given by the path. */
export const breakThing = defineOperation({
  ...common,
  id: 'breakThing',
  method: 'POST',
  path: '/api/break/{how}',
  access: 'public',
  params: Type.Object({ how: Type.String() }),
  responses: { 200: Type.Null() },
});

/** An internal operation that returns the caller's kind. */
export const askInternally = defineOperation({
  ...common,
  id: 'askInternally',
  method: 'POST',
  path: '/internal/ask',
  access: 'internal',
  body: Type.Object({ workspaceId: Type.Optional(Type.String()) }),
  responses: { 200: Type.Object({ kind: Type.String() }) },
});
