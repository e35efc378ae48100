import type { TSchema } from '@sinclair/typebox';

import { toOpenApiSchema } from './schema.ts';

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: unknown;
}

/** The parameters that an operation's schema for its path or query declares. */
export function parametersOf(
  schema: Readonly<Record<string, unknown>> | undefined,
  place: OpenApiParameter['in'],
): OpenApiParameter[] {
  const properties = (schema?.['properties'] ?? {}) as Record<string, TSchema>;
  const required = new Set((schema?.['required'] ?? []) as string[]);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = toOpenApiSchema(property) as { description?: string };
    return {
      name,
      in: place,
      // A required parameter with a default may be left out: the reader fills it in.
      required: place === 'path' || (required.has(name) && property['default'] === undefined),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}
