/** Headers between the services; the gateway takes them off whatever comes from outside. */
export const INTERNAL_HEADERS = {
  /** The signed assertion of who is asking. */
  assertion: 'x-output-review-assertion',
  /**
   * On an answer of review, or of the evaluator that has asked it: it has not seen an id (`not-seen`), holds a sync submission whose
   * result it has not applied (`not-applied`), or holds a tombstone (`deleted`). Such a request has
   * changed nothing: it is repeated, marked `asIs`, once the gateway has handed over what is missing.
   */
  reviewState: 'x-output-review-state',
  /**
   * Beside `reviewState` on an answer about several outputs: the ids that it is about, as a JSON
   * array in ASCII.
   */
  ids: 'x-output-review-ids',
  /** On a repeated request: answer from what there is, `not-applied` was looked into. */
  asIs: 'x-output-review-as-is',
  /** On an answer of review: ids that the call deleted, as a JSON array, for the gateway's own table. */
  deletedIds: 'x-output-review-deleted',
  /**
   * On an answer of instructions that tells of a version: which one it is, and which task's. Nobody is
   * told of a version before the gateway's own table has it, from which it stamps outputs.
   */
  activeInstructions: 'x-output-review-instructions',
  /**
   * On a request to a public operation: it came with an `Authorization` header. Credentials end at the
   * listener, but a signed link refuses who sends one.
   */
  hasCredential: 'x-output-review-has-credential',
  /** On a request: the address that it came from to the gateway, for the audit. */
  clientAddress: 'x-output-review-client-address',
  /** On a request of an operation that `tellsSubmitter`: the token that asks has submitted the output. */
  isSubmitter: 'x-output-review-is-submitter',
  /** On the status of an output: it is an action without a text, so that a text cannot take its place. */
  isActionAlone: 'x-output-review-is-action-alone',
} as const;

export type ReviewState = 'not-seen' | 'not-applied' | 'deleted';
