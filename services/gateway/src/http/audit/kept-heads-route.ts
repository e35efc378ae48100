import { type BodyOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

interface KeptHead {
  readonly workspaceId: string;
  readonly seq: number;
  readonly link: string;
  readonly keptAt: Date;
}

interface Deps {
  readonly list: (
    page: BodyOf<typeof INTERNAL_OPERATIONS.listKeptAuditHeads>,
  ) => Promise<readonly KeptHead[]>;
}

/** Tells which ends of audit chains were seen, for who proves the chains. */
export const makeKeptHeadsRoute = ({ list }: Deps): Route =>
  implement(INTERNAL_OPERATIONS.listKeptAuditHeads, async ({ body }) => {
    const heads = await list(body);
    return {
      status: 200,
      body: { heads: heads.map((head) => ({ ...head, keptAt: head.keptAt.toISOString() })) },
    };
  });
