import { StartFault } from '../lifecycle/start-fault.ts';

/** Why it did not start, for a person at a terminal; null where only the log can tell. */
export function explainFailure(error: unknown): string | null {
  if (error instanceof StartFault) return error.message;
  if (typeof error !== 'object' || error === null) return null;
  if (!('syscall' in error) || error.syscall !== 'listen' || !('code' in error)) return null;
  const at = `${'address' in error ? String(error.address) : ''}:${'port' in error ? String(error.port) : ''}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `${at} is in use. Stop what uses it, or set another port.`;
    case 'EACCES':
      return `It may not listen at ${at}.`;
    case 'EADDRNOTAVAIL':
      return `${at} is no address of this machine.`;
    default:
      return null;
  }
}
