import { ensureGoProgram } from '../install/go-programs.ts';
import { startS3Server, type S3Server } from './s3-store.ts';
import { openContext, type ServerOptions } from './server-options.ts';

/** Starts versitygw: a second S3 server, stricter than MinIO, for the contract tests of the store. */
export async function startVersitygw(options: ServerOptions): Promise<S3Server> {
  const { folder, install } = await openContext(options);
  return startS3Server({
    name: 'versitygw',
    folder,
    command: await ensureGoProgram('versitygw', install),
    argsFor: ({ address, dataDir }) => [
      ...['--port', address, '--health', HEALTH_PATH, '--quiet'],
      ...['posix', dataDir],
    ],
    envFor: ({ accessKey, secretKey, region }) => ({
      ROOT_ACCESS_KEY: accessKey,
      ROOT_SECRET_KEY: secretKey,
      VGW_REGION: region,
    }),
    healthPath: HEALTH_PATH,
    signal: install.signal,
  });
}

const HEALTH_PATH = '/healthz';
