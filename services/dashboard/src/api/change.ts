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
