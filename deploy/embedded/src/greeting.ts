import type { FirstSignIn } from './first-sign-in.ts';

/** What the first start prints once, above the ready line; its commands work as they stand. */
export function formatFirstSignIn(url: string, signIn: FirstSignIn): string {
  const { email, password, token } = signIn;
  const credential = `-H 'Authorization: Bearer ${token}'`;
  const output = { id: 'hello', project: 'First steps', output: 'Hello, I am an output.' };
  return `
Shown only once. Store it in a safe place:

  open      ${url}/
  sign in   ${email}
  password  ${password}
  token     ${token}

Submit an output, then read its verdict:

  curl -s ${url}/api/logs ${credential} -H 'Content-Type: application/json' -d '${JSON.stringify(output)}'
  curl -s ${url}/api/logs/${output.id} ${credential}
`;
}

/** The last line of a start. Programs wait for it. */
export function formatReady(url: string, pid: number): string {
  return `ready ${JSON.stringify({ url, pid })}`;
}
