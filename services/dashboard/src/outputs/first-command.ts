import { texts } from '../texts.ts';

const { project, input, output } = texts.firstSteps;

/** A command for a shell that sends an output which a person has to approve. */
export function firstCommand(origin: string, token: string): string {
  const body = JSON.stringify({ project, input, output, requireApproval: true });
  return [
    `curl ${origin}/api/logs`,
    // Double quotes: a name of a variable in its place is looked up.
    `-H "Authorization: Bearer ${token}"`,
    `-H 'Content-Type: application/json'`,
    `-d '${body}'`,
  ].join(' \\\n  ');
}
