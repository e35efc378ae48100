import type { ClaimStore, OutputKey } from './claim-store.ts';

export interface DeleteFilesDeps {
  readonly claims: Pick<ClaimStore, 'delete'>;
  readonly now: () => Date;
  /** Told when there is something to be removed from the store. */
  readonly onDoomed: () => void;
}

export type DeleteFiles = ReturnType<typeof makeDeleteFiles>;

export const makeDeleteFiles =
  ({ claims, now, onDoomed }: DeleteFilesDeps) =>
  /** Takes outputs their files: from then on nobody finds them. Their bytes go soon after. */
  async (outputs: readonly OutputKey[]): Promise<void> => {
    await claims.delete(outputs, now());
    onDoomed();
  };
