import { api, take } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';

type Answer<Id extends 'getInvitation' | 'acceptInvitation'> =
  operations[Id]['responses'][200]['content']['application/json'];

export type Invitation = Answer<'getInvitation'>;
export type Accepted = Answer<'acceptInvitation'>;

/** Who accepts without an account. */
export interface Newcomer {
  readonly name: string;
  /** Only where the invitation is for no address. */
  readonly email?: string;
  readonly password: string;
}

/** Accepts as whoever is signed in, or with an account that is made of a name and a password. */
export function acceptInvitation(secret: string, newcomer?: Newcomer): Promise<Accepted> {
  const params = { path: { token: secret } };
  return take(api.POST('/api/invitations/{token}/accept', { params, body: newcomer ?? {} }));
}
