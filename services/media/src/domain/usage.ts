/** How much room the files of a workspace take. */
export interface Usage {
  /** How much they may. */
  readonly mediaQuotaBytes: number;
  /** What is staged counts as it was announced. */
  readonly mediaBytes: number;
}
