import type { ErrorObject } from 'ajv';

/** The dotted path of an Ajv error, counted from 0. */
export function faultPath(error: ErrorObject): string {
  const parent = error.instancePath.slice(1).split('/').filter(Boolean).map(unescapePointer);
  const own = missingProperty(error) ?? unknownProperty(error);
  return [...parent, ...(own === null ? [] : [own])].join('.');
}

/** Describes the error in a sentence for the sender. */
export function faultMessage(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  const limit = String(params['limit'] ?? error.schema);
  switch (error.keyword) {
    case 'required':
      return 'Required.';
    case 'additionalProperties':
      return 'This field is not allowed here.';
    case 'type':
      return `Must be ${[params['type']].flat().map(String).map(withArticle).join(' or ')}.`;
    case 'enum':
      return `Must be one of ${(params['allowedValues'] as unknown[]).map(String).join(', ')}.`;
    case 'const':
      return `Must be ${JSON.stringify(params['allowedValue'])}.`;
    case 'minLength':
      return limit === '1' ? 'Must not be blank.' : `Must have at least ${limit} characters.`;
    case 'maxLength':
      return `Must have at most ${limit} characters.`;
    case 'minimum':
      return `Must be at least ${limit}.`;
    case 'maximum':
      return `Must be at most ${limit}.`;
    case 'minItems':
      return limit === '1' ? 'Must not be empty.' : `Must have at least ${limit} items.`;
    case 'maxItems':
      return `Must have at most ${limit} items.`;
    case 'uniqueItems':
      return 'Must not contain the same item twice.';
    case 'minProperties':
      return 'Must have at least one field.';
    case 'x-maxBytes':
    case 'x-maxJsonBytes':
      return `Must be at most ${limit} bytes.`;
    case 'x-maxDepth':
      return `Must be at most ${limit} levels deep.`;
    case 'x-finite':
      return 'Must not contain a number that is too large.';
    case 'format':
      return `Must be ${FORMAT_NAMES[String(params['format'])] ?? String(params['format'])}.`;
    case 'pattern':
      return describedPattern(error) ?? 'Has a character or format that is not allowed.';
    default:
      return `Is not valid: ${error.message ?? error.keyword}.`;
  }
}

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  instant: 'an ISO 8601 time',
  email: 'an email address',
  uri: 'a URL',
};

function describedPattern(error: ErrorObject): string | null {
  const text = (error.parentSchema as { 'x-patternMessage'?: string } | undefined)?.[
    'x-patternMessage'
  ];
  return text ?? null;
}

function missingProperty(error: ErrorObject): string | null {
  const missing: unknown = (error.params as Record<string, unknown>)['missingProperty'];
  return error.keyword === 'required' && typeof missing === 'string' ? missing : null;
}

function unknownProperty(error: ErrorObject): string | null {
  const unknown: unknown = (error.params as Record<string, unknown>)['additionalProperty'];
  return error.keyword === 'additionalProperties' && typeof unknown === 'string' ? unknown : null;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
