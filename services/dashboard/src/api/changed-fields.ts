/** The fields that differ, to be sent alone: what somebody else changes meanwhile in the others stays theirs. */
export function changedFields<Fields extends object>(
  before: Fields,
  after: Fields,
): Partial<Fields> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}
