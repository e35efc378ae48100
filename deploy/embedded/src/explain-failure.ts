import { DataDirInUseError } from '@output-review/embedded-postgres';

import type { EmbeddedConfig } from './config.ts';

/** The reason of a failed start, for a person at a terminal, or null if only the log has it. */
export function explainFailure(
  error: unknown,
  { host, port, dataDir }: EmbeddedConfig,
): string | null {
  if (error instanceof DataDirInUseError) {
    return (
      `Already running: process ${error.pid} uses ${dataDir}. Stop it first, or set DATA_DIR to ` +
      'another folder.'
    );
  }
  if (!(error instanceof Error)) return null;
  switch ('code' in error ? error.code : null) {
    case 'EADDRINUSE':
      return (
        `Port ${port} at ${host} is already in use. Stop the process that uses it, or set PORT ` +
        'to another one.'
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is no address of this machine. Set HOST to one that it has.`;
    case 'EEXIST':
    case 'ENOTDIR':
      return explainNoFolder(dataDir, error);
    case 'ENOENT':
      // Any other missing file is a fault of the installation.
      return isCallOf('mkdir', error) ? explainNoFolder(dataDir, error) : null;
    case 'EROFS':
      return `The disk of ${dataDir} is read-only. Set DATA_DIR to a folder that can be written.`;
    // The codes of Node and of PostgreSQL.
    case 'ENOSPC':
    case '53100':
      return explainFullDisk(dataDir);
    case 'EACCES':
      return `No permission to ${describeAccess(error, port)}: ${error.message}`;
    default:
      // If PostgreSQL exits, only its output contains the reason.
      return error.message.includes('No space left on device') ? explainFullDisk(dataDir) : null;
  }
}

function explainNoFolder(dataDir: string, { message }: Error): string {
  return `${dataDir} cannot be a folder: ${message}. Set DATA_DIR to another one.`;
}

function explainFullDisk(dataDir: string): string {
  return `The disk of ${dataDir} is full. Nothing is lost: free some space, then start again.`;
}

function describeAccess(error: Error, port: number): string {
  return isCallOf('listen', error) ? `listen on port ${port}` : 'use a file';
}

function isCallOf(name: 'listen' | 'mkdir', error: Error): boolean {
  return 'syscall' in error && error.syscall === name;
}
