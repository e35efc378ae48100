import { quote } from '../excerpt.ts';
import { type JsonPath, lookUp, parseJsonPath } from '../json-path.ts';
import { describeJson, isJsonObject } from '../json.ts';
import {
  failed,
  PASSED,
  type RuleCheck,
  type RuleTypeDefinition,
  type RuleResult,
  skipped,
} from './rule-type.ts';

/** What stands where a path leads. */
export interface Field {
  readonly value: unknown;
  /** What durations are counted from. */
  readonly evaluatedAt: Date;
}

/** A kind of rule about one field, whose value is a JSON object of a path and what is asked. */
export interface FieldRuleType<Asked> {
  /** A value that works, for whoever wrote one that does not. */
  readonly example: string;
  /** The members of the value beside `path`. */
  readonly members: readonly string[];
  /** @throws ValueFault where these members cannot work. */
  readonly read: (members: Readonly<Record<string, unknown>>) => Asked;
  /** What is wrong with the field, as in `Field “total” is …`; null where nothing is. */
  readonly findFlaw: (field: Field, asked: Asked) => string | null;
}

export function fieldRule<Asked>(type: FieldRuleType<Asked>): RuleTypeDefinition {
  const read = (value: string): { readonly path: JsonPath; readonly asked: Asked } => {
    const { path, ...members } = readMembers(value, type);
    return { path: readPath(path), asked: type.read(members) };
  };
  return {
    findFault: (value) => faultOf(() => read(value)),
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

/** Fails closed: a field that cannot be read is as bad as one that is not as asked. */
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

/** A value of a rule that cannot work. The message says what would be right. */
export class ValueFault extends Error {
  override readonly name = 'ValueFault';
}

/** The message of the fault that reading a value comes to; null where it can be read. */
export function faultOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof ValueFault) return error.message;
    throw error;
  }
}
