import {
  type QueryKey,
  useMutation,
  type UseMutationOptions,
  useQueryClient,
} from '@tanstack/react-query';

/** A mutation that reloads the data under a query key, and settles once it is reloaded. */
export function useChangeOf<Data, Variables = void>(
  queryKey: QueryKey,
  change: UseMutationOptions<Data, Error, Variables>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    ...change,
    onSuccess: async (...made) => {
      await change.onSuccess?.(...made);
      await queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Returns only the fields that differ, so that a save does not overwrite concurrent changes to the others. */
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
