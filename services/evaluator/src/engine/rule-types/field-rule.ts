import { quote } from '../excerpt.ts';
import { type JsonPath, lookUp, parseJsonPath } from '../json-path.ts';
import { describeJson, isJsonObject } from '../json.ts';
import { repeatsKeys } from '../repeated-keys.ts';
import {
  failed,
  PASSED,
  type RuleCheck,
  type RuleTypeDefinition,
  type RuleResult,
  skipped,
} from './rule-type.ts';

/** The value at a path. */
export interface Field {
  readonly value: unknown;
  /** The time that durations are relative to. */
  readonly evaluatedAt: Date;
}

/** A type of rule about one field. Its value is a JSON object with a path and the requirement. */
export interface FieldRuleType<Asked> {
  /** A valid value, shown in the error for an invalid one. */
  readonly example: string;
  /** Members of the value besides `path`. */
  readonly members: readonly string[];
  /** @throws ValueFault if the members are invalid */
  readonly read: (members: Readonly<Record<string, unknown>>) => Asked;
  /** The mismatch, as in `Field “total” is …`; null if there is none. */
  readonly findFlaw: (field: Field, asked: Asked) => string | null;
}

export function fieldRule<Asked>(type: FieldRuleType<Asked>): RuleTypeDefinition {
  const read = (value: string): { readonly path: JsonPath; readonly asked: Asked } => {
    const { path, ...members } = readMembers(value, type);
    return { path: readPath(path), asked: type.read(members) };
  };
  return {
    findFault: (value) => {
      const fault = faultOf(() => read(value));
      const repetition = fault === null ? repetitionIn(value) : null;
      return repetition === null ? fault : `Must be unambiguous: ${repetition}.`;
    },
    sourceOf: (value) => read(value).path.root,
    compile: (value) => {
      const { path, asked } = read(value);
      return onField(path, (field) => {
        const flaw = type.findFlaw(field, asked);
        return flaw === null ? PASSED : failed(`Field ${quote(path.text)} ${flaw}.`);
      });
    },
  };
}

/** Fails closed: an unreadable field fails just like one that does not meet the requirement. */
export function onField(path: JsonPath, check: (field: Field) => RuleResult): RuleCheck {
  return (output) => {
    const document = output.documentOf(path.root);
    const name = quote(path.text);
    if (document === null) return skipped(`There was no ${path.root} to read field ${name} from.`);
    if (document.kind === 'broken') {
      const reason = `the ${path.root} is not JSON (${document.reason})`;
      return failed(`Field ${name} cannot be read: ${reason}.`);
    }
    const found = lookUp(document.value, path.steps);
    if (found === null) return failed(`Field ${name} is missing.`);
    return check({ value: found.value, evaluatedAt: output.evaluatedAt });
  };
}

/** @throws ValueFault */
export function readPath(written: unknown): JsonPath {
  const path = typeof written === 'string' ? parseJsonPath(written) : null;
  if (path) return path;
  throw new ValueFault(
    'The path must be like "total", "order.items[0].price", "[\\"unit.price\\"]", ' +
      '"action.params.amount", "metadata.customer" or "input.id": names with dots between them, ' +
      'and places in lists counted from 0.',
  );
}

function readMembers(
  value: string,
  { example, members }: Pick<FieldRuleType<unknown>, 'example' | 'members'>,
): Readonly<Record<string, unknown>> {
  const wanted = `Must be a JSON object such as ${example}`;
  const given = parseObject(value);
  if (given === null) throw new ValueFault(`${wanted}.`);
  const unknown = Object.keys(given).find((name) => name !== 'path' && !members.includes(name));
  if (unknown !== undefined) {
    throw new ValueFault(`${wanted}; ${describeJson(unknown)} is not allowed in it.`);
  }
  return given;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** An invalid rule value. The message says what is valid. */
export class ValueFault extends Error {
  override readonly name = 'ValueFault';
}

/**
 * Why a valid value of JSON does not mean what it says; null if it does. Rules stored before this was refused keep
 * working.
 */
export function repetitionIn(value: string): string | null {
  return repeatsKeys(value, JSON.parse(value))
    ? 'an object in it has two fields of the same name, and only the last would count'
    : null;
}

/** The message of the ValueFault that reading a value throws; null if it is valid. */
export function faultOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof ValueFault) return error.message;
    throw error;
  }
}
