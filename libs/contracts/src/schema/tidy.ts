import type { TSchema } from '@sinclair/typebox';

/**
 * Normalizes a request value for its schema: drops and reports unknown fields, drops null and blank optional fields
 * (no-code tools send them) or clears them in a PATCH, and trims strings marked `x-trim`. An object marked `x-closed`
 * keeps its unknown fields. The validator reports everything else.
 *
 * If very many fields are dropped, the first are named and `...` stands for the rest.
 */
export function tidy(schema: TSchema, value: unknown): { value: unknown; ignored: string[] } {
  const ignored: string[] = [];
  return { value: tidyValue(schema, value, { path: '', ignored }), ignored };
}

// The names are stored with a submission, and a body can have a hundred thousand fields.
const IGNORED_MAX = 100;
const IGNORED_NAME_LENGTH_MAX = 100;

interface Place {
  readonly path: string;
  readonly ignored: string[];
}

function tidyValue(schema: TSchema, value: unknown, place: Place): unknown {
  if (typeof value === 'string') return schema['x-trim'] === true ? trim(value) : value;
  if (Array.isArray(value)) {
    const items = schema['items'] as TSchema | undefined;
    if (!items) return value;
    return value.map((item, index) => tidyValue(items, item, inside(place, String(index))));
  }
  if (isRecord(value) && isRecord(schema['properties'])) return tidyObject(schema, value, place);
  return value;
}

const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Empty if no character is visible: nobody could tell such names apart. */
function trim(text: string): string {
  return INVISIBLE.test(text) ? '' : text.trim();
}

function tidyObject(schema: TSchema, value: Record<string, unknown>, place: Place): unknown {
  const properties = schema['properties'] as Record<string, TSchema>;
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  // A required field with a default may be omitted: the validator fills it in.
  const isNeeded = (key: string, property: TSchema): boolean =>
    required.has(key) && property['default'] === undefined;
  const result: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!property) {
      if (schema['x-closed'] === true) result[key] = inner;
      else ignore(place, key);
    } else if (schema['x-patch'] === true) {
      result[key] = tidyValue(property, cleared(property, inner), inside(place, key));
    } else if (isNeeded(key, property) || !isAbsent(property, inner)) {
      result[key] = tidyValue(property, inner, inside(place, key));
    }
  }
  return result;
}

function ignore(place: Place, key: string): void {
  const { ignored } = place;
  if (ignored.length > IGNORED_MAX) return;
  const name = inside(place, key).path.slice(0, IGNORED_NAME_LENGTH_MAX);
  ignored.push(ignored.length === IGNORED_MAX ? '...' : name.toWellFormed());
}

/** The value of a PATCH field: the empty value if null or a blank text clears it. */
function cleared(schema: TSchema, value: unknown): unknown {
  if (value !== null && !(isBlank(value) && typesOf(schema).includes('string'))) return value;
  if (schema['x-keepNull'] === true) return null;
  if (schema['x-keepBlank'] === true) return '';
  return value === null && typesOf(schema).includes('array') ? [] : value;
}

function typesOf(schema: TSchema): unknown[] {
  return [schema['type'] as unknown].flat();
}

function isAbsent(schema: TSchema, value: unknown): boolean {
  if (value === null) return schema['x-keepNull'] !== true;
  return schema['x-keepBlank'] !== true && isBlank(value);
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function inside(place: Place, key: string): Place {
  return { path: place.path === '' ? key : `${place.path}.${key}`, ignored: place.ignored };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
