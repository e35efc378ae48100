/** Headers between services. The gateway removes them from outside requests. */
export const INTERNAL_HEADERS = {
  /** The signed assertion of the principal. */
  assertion: 'x-output-review-assertion',
  /**
   * On an answer of review, or of the evaluator after it called review. `not-seen`: it does not know an ID.
   * `not-applied`: it holds a sync submission without its result. `deleted`: it holds a tombstone. Such a request has
   * changed nothing. The gateway sends what is missing and repeats the request with `asIs`.
   */
  reviewState: 'x-output-review-state',
  /** Sent with `reviewState` if the answer is about several outputs: their IDs as a JSON array in ASCII. */
  ids: 'x-output-review-ids',
  /** On a repeated request: answer from current data, since `not-applied` has been handled. */
  asIs: 'x-output-review-as-is',
  /** On an answer of review: IDs that the call deleted, as a JSON array, for the gateway's own table. */
  deletedIds: 'x-output-review-deleted',
  /**
   * On an answer of instructions with a version: which version, and of which task. The gateway must store it before it
   * forwards the answer, because it stamps outputs with it.
   */
  activeInstructions: 'x-output-review-instructions',
  /**
   * On a request to a public operation: it had an `Authorization` header. The listener does not forward credentials,
   * but a signed link refuses requests with one.
   */
  hasCredential: 'x-output-review-has-credential',
  /** On a request: the client address at the gateway, for the audit. */
  clientAddress: 'x-output-review-client-address',
  /** On a request of an operation that `tellsSubmitter`: the token is the one that submitted the output. */
  isSubmitter: 'x-output-review-is-submitter',
  /** On the status of an output: it is an action without a text, so a text cannot replace it. */
  isActionAlone: 'x-output-review-is-action-alone',
} as const;

export type ReviewState = 'not-seen' | 'not-applied' | 'deleted';
