import { Validator } from '@seriousme/openapi-schema-validator';
import { Type } from '@sinclair/typebox';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';

import { EVENTS } from '../events/index.ts';
import { OPERATIONS } from '../http/index.ts';
import { ALL_OPERATIONS, INTERNAL_OPERATIONS } from '../internal/operations.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { makeTolerantValidator } from '../schema/event-validator.ts';
import { makeBodyReader } from '../schema/request-reader.ts';
import { buildOpenApi, TAGS } from './build-openapi.ts';

const info = {
  title: 'Output review',
  version: '1.2.3',
  description: 'For the test.',
  cookieName: 'output-review.session_token',
};

const common = { owner: 'review', summary: 'Do it', tag: 'Things' } as const;

const changeThing = defineOperation({
  ...common,
  id: 'changeThing',
  method: 'PATCH',
  path: '/api/things/{id}',
  access: { role: 'manager', scope: ['submit', 'decide'] },
  params: Type.Object({ id: Type.String({ description: 'Which.' }) }),
  query: Type.Object({
    from: Type.Optional(Type.String({ format: 'instant' })),
    limit: Type.Integer({ minimum: 1, default: 50 }),
    must: Type.Boolean(),
  }),
  body: Type.Object({
    text: Type.String({ 'x-maxBytes': 1024, 'x-trim': true, description: 'What to say.' }),
    default: Type.Optional(Type.String({ pattern: '^a', 'x-patternMessage': 'Begins with a.' })),
  }),
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'STILL_EVALUATING', 'ALREADY_DECIDED'],
});

function describeOperation(operation: Operation) {
  const path = operation.path.replace('+', '');
  const { paths } = buildOpenApi([operation], info);
  return paths[path]?.[operation.method.toLowerCase()] as Record<string, unknown>;
}

/** Paths of all integers in a document without bounds, or with bounds beyond JavaScript's safe integers. */
function* unboundedIn(value: unknown, path = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const { type, minimum, maximum } = value as Record<string, unknown>;
  const isInteger = [type].flat().includes('integer');
  if (isInteger && ![minimum, maximum].every(Number.isSafeInteger)) yield path;
  for (const [key, inner] of Object.entries(value)) yield* unboundedIn(inner, `${path}/${key}`);
}

describe('buildOpenApi', () => {
  test('gives every integer in requests and answers a minimum and a maximum', () => {
    expect([...unboundedIn(buildOpenApi(OPERATIONS, info))]).toEqual([]);
  });

  test.each([
    { type: 'integer' },
    { type: 'integer', minimum: 0 },
    { type: ['integer', 'null'], minimum: 0, maximum: 2 ** 60 },
  ])('the check finds the integer %p', (schema) => {
    const document = { paths: { '/a': { parameters: [{ schema }] } } };

    expect([...unboundedIn(document)]).toEqual(['/paths//a/parameters/0/schema']);
  });

  test('describes all public endpoints in valid OpenAPI 3.1', async () => {
    const document = buildOpenApi(OPERATIONS, info);
    const plain = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;

    const { valid, errors } = await new Validator().validate(plain);

    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    const described = Object.values(document.paths).flatMap((item) => Object.keys(item));
    expect(described).toHaveLength(OPERATIONS.length);
  });

  test('contains no custom keywords', () => {
    const text = JSON.stringify(buildOpenApi(OPERATIONS, info));

    expect(text).not.toMatch(/"x-/);
    expect(text).not.toContain('"instant"');
    expect(text).not.toContain('+}');
  });

  test('leaves out internal operations', () => {
    const { paths } = buildOpenApi(Object.values(INTERNAL_OPERATIONS), info);

    expect(paths).toEqual({});
  });

  test('adds limits that JSON Schema cannot express to the description', () => {
    const body = describeOperation(changeThing)['requestBody'];

    expect(body).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['text'],
            properties: {
              text: {
                type: 'string',
                description:
                  'What to say. At most 1024 bytes in UTF-8. Leading and trailing whitespace is removed.',
              },
              default: { type: 'string', pattern: '^a', description: 'Begins with a.' },
            },
          },
        },
      },
    });
  });

  test('lists path and query parameters, and which are required', () => {
    const parameters = describeOperation(changeThing)['parameters'] as Record<string, unknown>[];

    expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['id', 'path', true],
      ['from', 'query', false],
      ['limit', 'query', false],
      ['must', 'query', true],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
    expect(parameters[4]).toEqual({ $ref: '#/components/parameters/X-Workspace' });
    expect(parameters[5]).toEqual({ $ref: '#/components/parameters/X-User' });
    expect(parameters[0]).toMatchObject({ description: 'Which.', schema: { type: 'string' } });
    expect(parameters[1]).toMatchObject({ schema: { format: 'date-time' } });
    expect(parameters[2]).toMatchObject({ schema: { minimum: 1, default: 50 } });
  });

  test('groups errors by status, with errors of all operations listed once', () => {
    const responses = describeOperation(changeThing)['responses'] as Record<string, object>;

    expect(Object.keys(responses)).toEqual(['200', '400', '401', '409', '413', '415', 'default']);
    expect(responses['400']).toMatchObject({ description: '`VALIDATION_FAILED`, `INVALID_JSON`' });
    expect(responses['409']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
  });

  test('adds the errors of credentials, queries and bodies automatically', () => {
    const statusesOf = (operation: Operation) =>
      Object.keys(describeOperation({ ...operation, errors: [] })['responses'] as object);
    const { body: _, ...withoutBody } = changeThing;
    const { query: __, ...withoutQuery } = withoutBody;

    expect(statusesOf(changeThing)).toEqual(['200', '400', '401', '413', '415', 'default']);
    expect(statusesOf(withoutBody)).toEqual(['200', '400', '401', 'default']);
    expect(statusesOf(withoutQuery)).toEqual(['200', '401', 'default']);
    expect(statusesOf({ ...withoutQuery, access: 'public' })).toEqual(['200', 'default']);
  });

  test('an error with its own body keeps it, and has Retry-After', () => {
    const limited = defineOperation({
      ...common,
      id: 'limited',
      method: 'POST',
      path: '/api/limited',
      access: { role: null, scope: 'submit' },
      responses: { 202: Type.Object({}), 429: Type.Object({ error: Type.String() }) },
      errors: ['RATE_LIMITED'],
    });

    const responses = describeOperation(limited)['responses'] as Record<string, object>;

    expect(responses['429']).toMatchObject({
      description: '`RATE_LIMITED`',
      headers: { 'Retry-After': { schema: { type: 'integer' } } },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['error'],
            properties: { error: { type: 'string' } },
          },
        },
      },
    });
  });

  test.each([
    ['public' as const, []],
    [{ role: null, scope: 'read' as const }, [{ token: [] }]],
    [{ role: 'viewer' as const, scope: null }, [{ session: [] }]],
    [{ role: 'viewer' as const, scope: 'read' as const }, [{ token: [] }, { session: [] }]],
  ])('sets the security requirements: %j', (access, security) => {
    expect(describeOperation({ ...changeThing, access })['security']).toEqual(security);
  });

  test('names the role and the scopes', () => {
    expect(describeOperation(changeThing)['description']).toBe(
      'Session: role manager or above.\n\nToken: scope submit or decide.',
    );
  });

  test('an empty response has no content', () => {
    const redirect = { ...changeThing, responses: { 302: Type.Null() }, errors: [] };

    const responses = describeOperation(redirect)['responses'] as Record<string, object>;

    expect(responses['302']).toMatchObject({ description: 'Do it' });
    expect(responses['302']).not.toHaveProperty('content');
  });

  test('lists the headers of requests and of each response, including common ones', () => {
    const operation = describeOperation({
      ...changeThing,
      headers: {
        request: { 'Retry-Key': Type.String({ maxLength: 9, description: 'Which try.' }) },
        answers: { 200: { Location: 'Where.' } },
      },
    });

    expect(operation['parameters']).toContainEqual({
      name: 'Retry-Key',
      in: 'header',
      required: false,
      description: 'Which try.',
      schema: { type: 'string', maxLength: 9 },
    });
    expect(operation['responses']).toMatchObject({
      200: {
        headers: {
          Location: { description: 'Where.', schema: { type: 'string' } },
          'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
          'X-Ignored-Fields': { $ref: '#/components/headers/X-Ignored-Fields' },
        },
      },
      400: { headers: { 'X-Request-Id': {} } },
    });
  });
});

describe('the operations', () => {
  test('have unique IDs, and unique methods and paths', () => {
    const ids = OPERATIONS.map(({ id }) => id);
    const listeners = OPERATIONS.map(({ method, path }) => `${method} ${path}`);

    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(listeners).size).toBe(listeners.length);
  });

  test('have tags with a description', () => {
    const { tags } = buildOpenApi(OPERATIONS, info);

    expect(tags.map(({ name }) => name).sort()).toEqual(Object.keys(TAGS).sort());
    expect(tags.filter(({ description }) => !description)).toEqual([]);
  });

  test.each([
    ['submitOutput', [400, 401, 403, 404, 409, 413, 415, 422, 429]],
    ['flagOutput', [400, 401, 403, 404, 409]],
    ['changeManyOutputs', [400, 401]],
    ['deleteOutput', [401, 404]],
  ])('%s has exactly the errors of the interface', (id, statuses) => {
    const operation = OPERATIONS.find((each) => each.id === id);
    const responses = operation && (describeOperation(operation)['responses'] as object);

    const listed = Object.keys(responses ?? {}).map(Number);

    expect(listed.filter((status) => status >= 400)).toEqual(statuses);
  });
});

describe('every schema is valid JSON Schema and compiles', () => {
  const ajv = new Ajv({ strict: false });

  test.each(ALL_OPERATIONS)('of $id', ({ params, query, body, responses }) => {
    // Requests and answers have different readers.
    const readings = [
      [[params, query, body], makeBodyReader],
      [Object.values(responses), makeTolerantValidator],
    ] as const;
    for (const [schemas, compile] of readings) {
      for (const schema of schemas) {
        if (!schema) continue;
        expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
        expect(() => compile(schema)({})).not.toThrow();
      }
    }
  });

  test.each(Object.entries(EVENTS))('of the event %s', (_, { schema }) => {
    expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
  });
});
