import { describe, expect, test } from '@jest/globals';

import { OPERATIONS } from '../http/index.ts';
import { buildOpenApi, type OpenApiDocument } from './build-openapi.ts';
import { describePythonTypes } from './python-types.ts';

const info = { title: '', version: '', description: '', cookieName: '' };
const real = buildOpenApi(OPERATIONS, info);

interface Answer {
  readonly content: { readonly 'application/json': { readonly schema: unknown } };
}

const json = (schema: unknown): Answer => ({ content: { 'application/json': { schema } } });

/** The API with other responses of `withdrawOutput`. */
function answering(answers: Readonly<Record<string, unknown>>, schemas = {}): OpenApiDocument {
  const path = '/api/logs/{id}/withdraw';
  const responses = Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => [status, json(schema)]),
  );
  return {
    ...real,
    paths: { ...real.paths, [path]: { post: { operationId: 'withdrawOutput', responses } } },
    components: { schemas: { ...(real.components['schemas'] as object), ...schemas } },
  };
}

/** The classes between the previous type and the exceptions. */
function withdrawnIn(document: OpenApiDocument): string {
  const text = describePythonTypes(document);
  const begin = text.indexOf('\n\n\n', text.indexOf('class SearchPage(TypedDict)'));
  return text.slice(begin, text.indexOf('class ValidationFailedError')).trim();
}

describe('the types of the Python client', () => {
  test('have a class per object, and mark optional keys', () => {
    const answer = {
      type: 'object',
      required: ['ok', 'at'],
      properties: {
        ok: { const: true, type: 'boolean' },
        at: { type: 'string', description: 'When it happened.' },
        counts: { type: 'object', patternProperties: { '^(.*)$': { type: 'integer' } } },
        any: { type: 'array', items: {} },
        state: { anyOf: [{ enum: ['a', 'b'] }, { anyOf: [{ const: 'c' }, { type: 'null' }] }] },
        inner: { type: 'object', required: ['x'], properties: { x: { type: 'number' } } },
      },
    };

    expect(withdrawnIn(answering({ 200: answer }))).toBe(
      `class WithdrawnInner(TypedDict):
    x: float


class _WithdrawnRequired(TypedDict):
    ok: Literal[True]
    # When it happened.
    at: str


class Withdrawn(_WithdrawnRequired, total=False):
    counts: dict[str, int]
    any: list[Any]
    state: Literal["a", "b", "c"] | None
    inner: WithdrawnInner`,
    );
  });

  test('follow references, and merge several responses', () => {
    const schemas = {
      Done: {
        type: 'object',
        required: ['id', 'by'],
        properties: { id: { type: 'string' }, by: {} },
      },
      Other: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    };
    const answers = {
      200: { $ref: '#/components/schemas/Done' },
      202: { $ref: '#/components/schemas/Other' },
      409: { type: 'object', required: [], properties: { no: { type: 'string' } } },
    };

    expect(withdrawnIn(answering(answers, schemas))).toBe(
      `class _WithdrawnRequired(TypedDict):
    id: str | int


class Withdrawn(_WithdrawnRequired, total=False):
    by: Any`,
    );
  });

  test('have an exception for each error code', () => {
    const text = describePythonTypes(real);

    expect(text).toContain('class RateLimitedError(ApiError):\n');
    expect(text).toContain('    "RATE_LIMITED": RateLimitedError,\n');
  });

  test.each([
    [{ type: 'object', required: [], properties: { x: { type: 'date' } } }, /WithdrawnX: no type/],
    [{ $ref: '#/components/schemas/Unknown' }, /no #\/components\/schemas\/Unknown/],
  ])('fail for an unsupported schema: %j', (schema, why) => {
    expect(() => describePythonTypes(answering({ 200: schema }))).toThrow(why);
  });

  test('fail for a missing operation', () => {
    expect(() => describePythonTypes({ ...real, paths: {} })).toThrow(/no operation submitOutput/);
  });
});
