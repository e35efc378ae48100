import { type Client, makeClient, sessionHeaders } from './client.ts';
import { uniqueName } from './outputs.ts';
import type { System } from './system.ts';

export const PASSWORD = 'a password of some length';

/** A unique email address. */
export function newAddress(name: string): string {
  return `${uniqueName(name).replace(' ', '-').toLowerCase()}@example.com`;
}

/** Signs up with a new account and workspace, which needs open sign-up. @returns the signed-in client. */
export async function signUp(
  system: System,
  { email, workspaceName }: { readonly email: string; readonly workspaceName: string },
): Promise<Client> {
  const path = '/api/auth/sign-up/email';
  const account = { name: 'Somebody', email, password: PASSWORD, workspaceName };
  const answer = await system.stranger.post(path, account);
  if (answer.status !== 200) {
    throw new Error(`Signing up answered ${answer.status}: ${answer.text}`);
  }
  return makeClient(system.url, sessionHeaders(system.url, answer));
}

/** Rotates the token of the admin's workspace. @returns a client with the new one. */
export async function makeAutomation(system: System, admin: Client): Promise<Client> {
  const { status, body, text } = await admin.post('/api/settings/rotate-token');
  if (status !== 200) throw new Error(`Rotating answered ${status}: ${text}`);
  return makeClient(system.url, { authorization: `Bearer ${String(body['webhookToken'])}` });
}

/** Another member, with the session from joining. */
export interface Joined {
  readonly email: string;
  readonly password: string;
  readonly client: Client;
  /** The headers of the session. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Adds a member to the workspace of an admin by an invitation link. */
export async function joinAs(system: System, role: string, by?: Client): Promise<Joined> {
  const admin = by ?? (await system.signIn());
  const { body } = await admin.post('/api/members/invitations', { role });
  const person = { name: role, email: newAddress(role), password: PASSWORD };
  const path = `/api/invitations/${String(body['token'])}/accept`;
  const answer = await system.stranger.post(path, person);
  if (answer.status >= 300) throw new Error(`Joining answered ${answer.status}: ${answer.text}`);
  const headers = sessionHeaders(system.url, answer);
  return { ...person, headers, client: makeClient(system.url, headers) };
}
