import {
  type QueryKey,
  useMutation,
  type UseMutationOptions,
  useQueryClient,
} from '@tanstack/react-query';

/** A change of what is loaded under a key, which is loaded anew once it is made; it has ended when that is there. */
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
