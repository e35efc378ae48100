import { isJsonObject } from '../json.ts';
import { SchemaFault } from './read-schema.ts';

/** The findings of a walk through a schema. */
export interface WalkedSchema extends Omit<Found, 'keywords' | 'toWhole'> {
  /** The schema without keywords that the validator ignores, and with the cost of each part. */
  readonly schema: unknown;
}

/** The cost of applying a subschema: a fixed part, and parts in proportion to the size of the value. */
export interface Cost {
  readonly each: number;
  readonly eachField: number;
  readonly eachItem: number;
  readonly eachChar: number;
}

/** The keyword that passes the cost to the validator. */
export const COST_KEYWORD = 'x-cost';

// Ajv takes about 50 ms to compile a function with this many subschemas. Typical schemas have ten to fifty.
const PLACES_MAX = 250;

const ONE = new Set([
  ...['additionalItems', 'additionalProperties', 'contains', 'else', 'if', 'items', 'not'],
  ...['propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'],
]);
const MANY = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const NAMED = new Set([
  ...['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties'],
  'properties',
]);
const DEPENDENCIES = new Set(['dependencies', 'dependentRequired']);
const REFERENCES = new Set(['$ref', '$dynamicRef']);
const ANCHORS = new Set(['$anchor', '$dynamicAnchor']);

/**
 * Visits every subschema of a schema that is valid by its metaschema.
 *
 * @throws SchemaFault if there are too many, or one is not supported
 */
export function walkSchema(schema: unknown): WalkedSchema {
  const found: Found = {
    places: new Set(),
    anchors: new Set(),
    references: [],
    patterns: [],
    formats: [],
    keywords: new Set(),
    toWhole: new Set(
      isJsonObject(schema)
        ? [...ANCHORS].filter((each) => each in schema).map((each) => `#${String(schema[each])}`)
        : [],
    ),
  };
  const walked = { ...found, schema: visit(schema, '', found) };
  // Ajv treats all items as evaluated if one of them matches `contains`.
  if (found.keywords.has('contains') && found.keywords.has('unevaluatedItems')) {
    throw new SchemaFault('"unevaluatedItems" is not supported beside "contains"');
  }
  return walked;
}

interface Found {
  /** JSON Pointers of all subschemas; '' is the root. */
  readonly places: Set<string>;
  readonly anchors: Set<string>;
  readonly references: string[];
  readonly patterns: string[];
  readonly formats: string[];
  readonly keywords: Set<string>;
  /** References to anchors of the whole schema, which Ajv does not find. */
  readonly toWhole: ReadonlySet<unknown>;
}

type Members = Readonly<Record<string, unknown>>;

function visit(schema: unknown, place: string, found: Found): unknown {
  found.places.add(place);
  if (found.places.size > PLACES_MAX) {
    throw new SchemaFault(`it must have at most ${PLACES_MAX} parts`);
  }
  if (!isJsonObject(schema)) return schema;
  if ('$async' in schema) throw new SchemaFault('"$async" is not a keyword of JSON Schema');
  if (place !== '' && '$id' in schema) {
    throw new SchemaFault('"$id" is allowed only at the top level');
  }
  const entries = Object.entries(schema).flatMap(([keyword, value]) =>
    isForOthers(keyword) ? [] : [[keyword, visitKeyword({ keyword, value, place }, found)]],
  );
  const copy: unknown = Object.fromEntries([...entries, [COST_KEYWORD, costOf(schema)]]);
  return copy;
}

/** References stay within the schema, so the id is not needed. Keywords with `x-` are for other tools. */
function isForOthers(keyword: string): boolean {
  return keyword === '$id' || keyword === '$schema' || keyword.startsWith('x-');
}

interface Keyword {
  readonly keyword: string;
  readonly value: unknown;
  /** The place of the schema that contains the keyword. */
  readonly place: string;
}

function visitKeyword({ keyword, value, place }: Keyword, found: Found): unknown {
  const inner = `${place}/${escapePointer(keyword)}`;
  note(keyword, value, found);
  if (keyword === 'properties' && isJsonObject(value) && Object.hasOwn(value, '__proto__')) {
    throw new SchemaFault('it cannot tell of a field named "__proto__" among its "properties"');
  }
  if (Array.isArray(value)) {
    if (!MANY.has(keyword)) return value;
    return value.map((each: unknown, index) => visit(each, `${inner}/${index}`, found));
  }
  if (REFERENCES.has(keyword) && found.toWhole.has(value)) return '#';
  if (ONE.has(keyword)) return visit(value, inner, found);
  if (!NAMED.has(keyword) || !isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [
    name,
    // The dependencies of a field may be a list of names.
    Array.isArray(each) ? each : visit(each, `${inner}/${escapePointer(name)}`, found),
  ]);
  const copy: unknown = Object.fromEntries(members);
  return copy;
}

function note(keyword: string, value: unknown, found: Found): void {
  found.keywords.add(keyword);
  if (keyword === 'patternProperties' && isJsonObject(value)) {
    found.patterns.push(...Object.keys(value));
  }
  if (DEPENDENCIES.has(keyword) && isJsonObject(value)) checkDependencies(value);
  if (typeof value !== 'string') return;
  if (keyword === 'pattern') found.patterns.push(value);
  else if (keyword === 'format') found.formats.push(value);
  else if (REFERENCES.has(keyword)) found.references.push(value);
  else if (ANCHORS.has(keyword)) found.anchors.add(value);
}

/** Ajv's compile time grows with the square of the number of names that a field depends on. */
function checkDependencies(dependencies: Members): void {
  const names = Object.values(dependencies).reduce<number>(
    (sum, each) => sum + (Array.isArray(each) ? each.length : 0),
    0,
  );
  if (names > PLACES_MAX) {
    throw new SchemaFault(`a field must depend on at most ${PLACES_MAX} others`);
  }
}

// This many name comparisons take about as long as applying a small schema.
const COMPARISONS_A_STEP = 16;
// These count characters.
const LENGTHS = ['maxLength', 'minLength'];
const CHARS_A_STEP = 64;
// Each of these lists all fields of an object again.
const LISTERS = [
  ...['additionalProperties', 'maxProperties', 'minProperties', 'patternProperties'],
  ...['propertyNames', 'unevaluatedProperties'],
];
const MEMBERS_A_STEP = 2;

function costOf(schema: Members): Cost {
  const count = (keywords: readonly string[]): number =>
    keywords.filter((keyword) => keyword in schema).length;
  const entries = Object.entries(schema).reduce(
    (sum, [keyword, value]) =>
      sum + (keyword === 'const' || keyword === 'enum' ? valuesIn(value) : sizeOf(value)),
    0,
  );
  // To find additional fields, each name is compared with all known ones.
  const looksAtOthers = count(['additionalProperties', 'unevaluatedProperties']) > 0;
  const known = looksAtOthers ? sizeOf(schema['properties']) : 0;
  return {
    each: 1 + Math.floor(entries / COMPARISONS_A_STEP),
    eachField: count(LISTERS) / MEMBERS_A_STEP + known / COMPARISONS_A_STEP,
    // The subschema `false` has no cost of its own, and `contains` tries it on all items.
    eachItem: count(['contains']) / MEMBERS_A_STEP,
    eachChar: count(LENGTHS) / CHARS_A_STEP,
  };
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
}

/** Includes nested values. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1);
}

/** Escapes a name for a JSON Pointer. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Checks that references stay within the schema. Nothing is fetched, and parts that the walk has not visited (an
 * example, a default) are not applied.
 *
 * @throws SchemaFault
 */
export function checkReferences({ references, places, anchors }: WalkedSchema): void {
  for (const reference of references) {
    if (!reference.startsWith('#')) {
      throw new SchemaFault(
        `the reference ${JSON.stringify(reference)} points outside the schema, and nothing is ` +
          'fetched; put that part under "$defs" and refer to it as "#/$defs/name"',
      );
    }
    const target = decode(reference.slice(1));
    const isKnown = target !== null && (places.has(target) || anchors.has(target));
    if (!isKnown) {
      throw new SchemaFault(
        `the reference ${JSON.stringify(reference)} does not point to a part of the schema`,
      );
    }
  }
}

/** References are URIs, in which characters may be percent-encoded. */
function decode(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return null;
  }
}
