import type { JsonSchema } from '../json/json-schema.ts';
import type { JudgedOutput } from '../judged-output.ts';
import { failed, PASSED, type Settlement, skipped } from '../settlement.ts';
import type { RuleTypeDefinition } from './rule-type.ts';

export const jsonValid: RuleTypeDefinition = {
  findFault: (value, { findSchemaFault }) => {
    const fault = isEmpty(value) ? null : findSchemaFault(value);
    return fault === null
      ? null
      : `Must be empty, which takes any JSON, or a JSON Schema: ${fault}.`;
  },
  compile: (value, { compileSchema }) => {
    if (isEmpty(value)) return (output) => settle(output, () => null);
    // Compiled when it is first applied: it takes some milliseconds, and rules are loaded at once.
    return (output) => settle(output, () => compileSchema(value));
  },
};

const NO_OUTPUT = skipped('There was no output to read as JSON.');

function settle(output: JudgedOutput, schemaOf: () => JsonSchema | null): Settlement {
  const document = output.documentOf('output');
  if (document === null) return NO_OUTPUT;
  if (document.kind === 'broken') return failed(`The output is not JSON: ${document.reason}.`);
  const mismatch = schemaOf()?.findMismatch(document.value, output.isHasty) ?? null;
  return mismatch === null
    ? PASSED
    : failed(`The output does not fit its JSON Schema: ${mismatch}.`);
}

function isEmpty(value: string): boolean {
  return value.trim() === '';
}
