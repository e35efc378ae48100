import { type Client, makeClient, signIn } from './client.ts';
import { uniqueName } from './outputs.ts';
import type { System } from './system.ts';

export const PASSWORD = 'a password of some length';

/** An address that no other journey uses. */
export function newAddress(name: string): string {
  return `${uniqueName(name).replace(' ', '-').toLowerCase()}@example.com`;
}

/** Makes an account and a workspace, where anybody may, and signs in. */
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
  return signIn(system.url, email, PASSWORD);
}

/** An automation with the token of the admin's workspace; the former token is dead. */
export async function makeAutomation(system: System, admin: Client): Promise<Client> {
  const { status, body, text } = await admin.post('/api/settings/rotate-token');
  if (status !== 200) throw new Error(`Rotating answered ${status}: ${text}`);
  return makeClient(system.url, { authorization: `Bearer ${String(body['webhookToken'])}` });
}

/** Somebody else in the workspace of an admin, by a link that this one makes. */
export async function joinAs(
  system: System,
  role: string,
  by?: Client,
): Promise<{ readonly email: string; readonly password: string }> {
  const admin = by ?? (await system.signIn());
  const { body } = await admin.post('/api/members/invitations', { role });
  const person = { name: role, email: newAddress(role), password: PASSWORD };
  const path = `/api/invitations/${String(body['token'])}/accept`;
  const { status, text } = await system.stranger.post(path, person);
  if (status >= 300) throw new Error(`Joining answered ${status}: ${text}`);
  return person;
}
