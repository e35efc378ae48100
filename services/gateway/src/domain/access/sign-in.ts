export interface SignInTry {
  readonly email: string;
  readonly password: string;
  /** Whether the browser is to keep the cookie when it is closed. */
  readonly isRemembered: boolean;
  /** Kept with the session, for its user to know it by. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** What a right password comes to. */
export type SignInOutcome =
  | {
      readonly kind: 'signed-in';
      /** The token of the session, unsigned. */
      readonly token: string;
      readonly user: { readonly id: string; readonly name: string; readonly email: string };
    }
  /** The address must be proven first. */
  | { readonly kind: 'unverified' };
