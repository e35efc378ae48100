import { SchemaFault } from './schema-fault.ts';
import type { WalkedSchema } from './walk-schema.ts';

/**
 * References lead to a part of the same schema: nothing is fetched, and nothing that the walk has not
 * seen (an example, a default) is applied.
 *
 * @throws SchemaFault
 */
export function checkReferences({ references, places, anchors }: WalkedSchema): void {
  for (const reference of references) {
    if (!reference.startsWith('#')) {
      throw new SchemaFault(
        `the reference ${JSON.stringify(reference)} leads out of it, and nothing is fetched; put ` +
          'that part under "$defs" and refer to it as "#/$defs/name"',
      );
    }
    const target = decode(reference.slice(1));
    const isKnown = target !== null && (places.has(target) || anchors.has(target));
    if (!isKnown) {
      throw new SchemaFault(`the reference ${JSON.stringify(reference)} leads to no part of it`);
    }
  }
}

/** References are URIs, in which characters may be written as `%20`. */
function decode(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return null;
  }
}
