/**
 * The text of a PostgreSQL text array. For arrays inside arrays: `unnest` of two dimensions would
 * run them together, and rows of different lengths do not make a rectangle.
 */
export function toArrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
