import {
  mayCall,
  type Operation,
  OPERATIONS,
  type Principal,
  ROLES,
  SCOPES,
} from '@output-review/contracts';

import { type Sample, samplesFor } from '../faults/roles/samples.ts';
import { fillOtherWorkspace, PASSWORD } from '../faults/roles/two-workspaces.ts';
import { type Client, signInHeaders } from '../harness/client.ts';
import { joinAs } from '../harness/people.ts';
import type { EmbeddedSystem } from '../harness/system.ts';

type Headers = Readonly<Record<string, string>>;

/** The target of generated requests, and the credentials to use. */
export interface Subject {
  readonly url: string;
  readonly credentials: Readonly<Record<string, Headers>>;
  /** By operation: the credentials that may call it. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  /** By operation: a request with references to existing resources. */
  readonly samples: Readonly<Record<string, Sample>>;
}

interface Credential {
  readonly headers: Headers;
  /** The principal of a caller with the credential; null for anonymous callers. */
  readonly principal: Principal | null;
}

const COMMON = { workspaceId: 'w', tokenId: 't', name: null, userId: 'u', email: 'e' };

/** Fills a workspace with one resource of each kind and creates a credential of each kind. */
export async function makeSubject(system: EmbeddedSystem): Promise<Subject> {
  const { ids, admin } = await fillOtherWorkspace(system);
  const credentials = {
    nobody: { headers: {}, principal: null },
    ...(await sessionsOf(system, admin, ids.email)),
    ...(await tokensOf(admin)),
  } satisfies Record<string, Credential>;
  // The member named in the samples may be removed, so no credential here belongs to that member.
  const spare = await joinAs(system, 'viewer', admin);
  const userId = await findMember(admin, spare.email);
  return {
    url: system.url,
    credentials: mapValues(credentials, ({ headers }) => headers),
    allowed: Object.fromEntries(
      OPERATIONS.map((operation) => [
        operation.id,
        Object.entries<Credential>(credentials)
          .filter(([, { principal }]) => isAllowed(operation, principal))
          .map(([name]) => name),
      ]),
    ),
    samples: samplesFor({ ...ids, userId, email: spare.email }),
  };
}

async function sessionsOf(system: EmbeddedSystem, admin: Client, adminEmail: string) {
  const sessions: Record<string, Credential> = {};
  for (const role of ROLES) {
    const { headers } =
      role === 'admin'
        ? { headers: await signInHeaders(system.url, adminEmail, PASSWORD) }
        : await joinAs(system, role, admin);
    sessions[role] = { headers, principal: { ...COMMON, kind: 'user', role } };
  }
  return sessions;
}

async function tokensOf(admin: Client) {
  const tokens: Record<string, Credential> = {};
  for (const scope of SCOPES) {
    const { body } = await admin.post('/api/tokens', { name: scope, scopes: [scope] });
    tokens[`token to ${scope}`] = tokenOf(body['token'], [scope]);
  }
  const { body } = await admin.post('/api/settings/rotate-token');
  return { ...tokens, 'workspace token': tokenOf(body['webhookToken'], SCOPES) };
}

function tokenOf(token: unknown, scopes: typeof SCOPES | readonly (typeof SCOPES)[number][]) {
  const headers = { authorization: `Bearer ${String(token)}` };
  const principal: Principal = { ...COMMON, kind: 'token', scopes };
  return { headers, principal };
}

async function findMember(admin: Client, email: string): Promise<string> {
  const { body } = await admin.get('/api/members?limit=100');
  const items = body['items'] as readonly { readonly userId: string; readonly email: string }[];
  const member = items.find((each) => each.email === email);
  if (!member) throw new Error(`${email} is not a member`);
  return member.userId;
}

function isAllowed(operation: Operation, principal: Principal | null): boolean {
  return principal === null ? operation.access === 'public' : mayCall(operation, principal);
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
