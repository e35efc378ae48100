/**
 * Whether two JSON values are equal: objects whatever the order of their members, numbers by what
 * they count (`-0` is 0, `1.0` is 1), texts to the letter. It goes no deeper than the first one.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null) return one === other;
  if (typeof other !== 'object' || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const members = new Map<string, unknown>(Object.entries(other));
  const entries = Object.entries(one);
  return (
    entries.length === members.size &&
    entries.every(([name, value]) => members.has(name) && isSameJson(value, members.get(name)))
  );
}
