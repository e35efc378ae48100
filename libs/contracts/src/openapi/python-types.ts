import type { OpenApiDocument } from './build-openapi.ts';

/** The Python names of the requests and responses that the client uses, by operation. */
const TYPES: Readonly<Record<string, OperationTypes>> = {
  submitOutput: { body: 'Submission', answer: 'Submitted' },
  getOutputStatus: { answer: 'OutputStatus' },
  getOutput: { answer: 'Output' },
  searchOutputs: { query: 'Search', answer: 'SearchPage' },
  withdrawOutput: { answer: 'Withdrawn' },
};

interface OperationTypes {
  readonly body?: string;
  readonly query?: string;
  readonly answer: string;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface PathOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/**
 * Generates the Python types of the client: a TypedDict per body, query and response, and an exception per error code.
 * It is written in TypeScript instead of using a Python generator, so that Node alone can check it.
 */
export function describePythonTypes({ paths, components }: OpenApiDocument): string {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as PathOperation[]);
  const schemas = (components['schemas'] ?? {}) as Readonly<Record<string, Schema>>;
  const types = new PythonTypes(schemas);
  for (const [id, names] of Object.entries(TYPES)) {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}`);
    addOperation(types, operation, names);
  }
  const codes = (schemas['Error']?.properties?.['code']?.enum ?? []) as readonly string[];
  const exceptions = codes.map((code) => ({ code, name: `${pascalCase(code)}Error` }));
  const names = [...types.names, ...exceptions.map(({ name }) => name), 'ERRORS_BY_CODE'];
  return [
    `${HEADING}\n\n__all__ = [\n${names
      .toSorted(byCodePoint)
      .map((name) => `    "${name}",\n`)
      .join('')}]`,
    ...types.definitions,
    ...exceptions.map(
      ({ code, name }) => `class ${name}(ApiError):\n    """The error code ${code}."""`,
    ),
    `ERRORS_BY_CODE: dict[str, type[ApiError]] = {\n${exceptions
      .map(({ code, name }) => `    "${code}": ${name},\n`)
      .join('')}}`,
  ]
    .join('\n\n\n')
    .concat('\n');
}

const HEADING = `"""Types of the API. Generated from the contracts by \`npm run publish-client\`."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from .errors import ApiError`;

function addOperation(types: PythonTypes, operation: PathOperation, names: OperationTypes): void {
  const { parameters = [], requestBody, responses } = operation;
  const body = schemaOf(requestBody);
  if (body && names.body !== undefined) types.expressionOf(types.resolve(body), names.body);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (names.query !== undefined) types.expressionOf(queryOf(query), names.query);
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => schemaOf(response) ?? [])
    .map((schema) => types.resolve(schema));
  types.expressionOf(merge(answers), names.answer);
}

const schemaOf = (part: Content | undefined): Schema | undefined =>
  part?.content?.['application/json']?.schema;

function queryOf(parameters: readonly Parameter[]): Schema {
  return {
    type: 'object',
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        name,
        { ...schema, ...(description !== undefined && { description }) },
      ]),
    ),
  };
}

/** Merges responses into one object; a key that only some of them have is optional. */
function merge(answers: readonly Schema[]): Schema {
  const objects = answers.flatMap((answer) => answer.anyOf ?? [answer]);
  const [first, ...rest] = objects;
  if (first === undefined) throw new Error('An operation without an answer');
  if (rest.length === 0) return first;
  const keys = [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))];
  return {
    type: 'object',
    required: keys.filter((key) => objects.every(({ required }) => required?.includes(key))),
    properties: Object.fromEntries(
      keys.map((key) => [
        key,
        { anyOf: objects.flatMap(({ properties }) => properties?.[key] ?? []) },
      ]),
    ),
  };
}

class PythonTypes {
  readonly definitions: string[] = [];
  readonly names: string[] = [];
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  /** The Python type of a schema. An object becomes a class of that name. */
  expressionOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) {
      return this.expressionOf(this.resolve(schema), nameOf(schema.$ref));
    }
    const values = valuesOf(schema);
    if (values) return literalOf(values);
    if (schema.anyOf ?? schema.oneOf) return this.#unionOf(choicesOf(schema), name);
    if (schema.type === 'array') return `list[${this.expressionOf(schema.items ?? {}, name)}]`;
    if (schema.type === 'object') return this.#objectOf(schema, name);
    if (schema.type === undefined && Object.keys(schema).length === 0) return 'Any';
    const scalar = SCALARS[schema.type ?? ''];
    if (scalar === undefined) throw new Error(`${name}: no type for ${JSON.stringify(schema)}`);
    return scalar;
  }

  #unionOf(choices: readonly Schema[], name: string): string {
    const values = [...new Set(choices.flatMap((choice) => valuesOf(choice) ?? []))];
    const others = choices
      .filter((choice) => valuesOf(choice) === undefined)
      .map((choice) => this.expressionOf(choice, name));
    return [...(values.length > 0 ? [literalOf(values)] : []), ...new Set(others)].join(' | ');
  }

  /** Resolves a reference; other schemas are returned unchanged. */
  resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const found = this.#schemas[nameOf(schema.$ref)];
    if (found === undefined) throw new Error(`There is no ${schema.$ref}`);
    return found;
  }

  #objectOf(schema: Schema, name: string): string {
    const { properties, patternProperties = {}, additionalProperties } = schema;
    if (properties) return this.#define(schema, name);
    const values = [...Object.values(patternProperties), additionalProperties]
      .filter((value) => typeof value === 'object')
      .map((value) => this.expressionOf(value, name));
    return `dict[str, ${values.length === 0 ? 'Any' : [...new Set(values)].join(' | ')}]`;
  }

  #define({ properties = {}, required = [] }: Schema, name: string): string {
    if (this.names.includes(name)) return name;
    this.names.push(name);
    const fields = Object.entries(properties).map(([key, property]) => ({
      key,
      type: this.expressionOf(property, name + pascalCase(key)),
      comment: commentOf(property),
      isRequired: required.includes(key),
    }));
    const always = fields.filter(({ isRequired }) => isRequired);
    const sometimes = fields.filter(({ isRequired }) => !isRequired);
    if (sometimes.length === 0) this.#defineClass({ name, base: 'TypedDict', fields: always });
    else {
      const base = always.length === 0 ? 'TypedDict' : `_${name}Required`;
      if (always.length > 0) this.#defineClass({ name: base, base: 'TypedDict', fields: always });
      this.#defineClass({ name, base, fields: sometimes, isTotal: false });
    }
    return name;
  }

  #defineClass({ name, base, fields, isTotal = true }: TypedDictParts): void {
    const total = isTotal ? '' : ', total=False';
    // A Python keyword cannot be a field of a class, only a key in the functional syntax.
    const named = fields.filter(({ key }) => !KEYWORDS.has(key));
    const keywords = fields.filter(({ key }) => KEYWORDS.has(key));
    if (keywords.length > 0 && base !== 'TypedDict') throw new Error(`${name}: two base classes`);
    const parent = keywords.length > 0 ? `_${name}Keywords` : base;
    if (keywords.length > 0) {
      const entries = keywords.map(({ key, type }) => `"${key}": "${type}"`).join(', ');
      this.definitions.push(`${parent} = TypedDict("${parent}", {${entries}}${total})`);
    }
    const lines = named.flatMap(({ key, type, comment }) => [...comment, `    ${key}: ${type}`]);
    this.definitions.push(`class ${name}(${parent}${total}):\n${lines.join('\n')}`);
  }
}

interface TypedDictParts {
  readonly name: string;
  readonly base: string;
  readonly isTotal?: boolean;
  readonly fields: readonly {
    readonly key: string;
    readonly type: string;
    readonly comment: readonly string[];
  }[];
}

const SCALARS: Readonly<Record<string, string>> = {
  ...{ string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' },
};

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

function choicesOf(schema: Schema): readonly Schema[] {
  return (schema.anyOf ?? schema.oneOf)?.flatMap(choicesOf) ?? [schema];
}

/** The allowed values of a schema, if it lists them. */
function valuesOf(schema: Schema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum;
}

/** The Python keywords that the API could use as names. */
const KEYWORDS = new Set(['from', 'in', 'is', 'as', 'class', 'global', 'import', 'not', 'or']);

const PYTHON_CONSTANTS = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

function literalOf(values: readonly unknown[]): string {
  const texts = values.map((value) => PYTHON_CONSTANTS.get(value) ?? JSON.stringify(value));
  return `Literal[${texts.join(', ')}]`;
}

const LINE_LENGTH = 96;

function commentOf({ description = '' }: Schema): string[] {
  const lines: string[] = [];
  for (const word of description.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= LINE_LENGTH) lines.push(`    # ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Converts `RATE_LIMITED` or `outputAttachments`. */
function pascalCase(text: string): string {
  const words = text === text.toUpperCase() ? text.toLowerCase().split('_') : text.split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : 1);
