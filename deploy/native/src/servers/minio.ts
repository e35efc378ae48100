import { ensureGoProgram } from '../install/go-programs.ts';
import { startS3Server, S3_REGION, type S3Server } from './s3-store.ts';
import { openContext, type ServerOptions } from './server-options.ts';

/** Starts MinIO, the S3 store of the stack. */
export async function startMinio(options: ServerOptions): Promise<S3Server> {
  const { folder, install } = await openContext(options);
  return startS3Server({
    name: 'minio',
    folder,
    command: await ensureGoProgram('minio', install),
    argsFor: ({ address, dataDir }) => ['server', '--quiet', '--address', address, dataDir],
    envFor: ({ accessKey, secretKey }) => ({
      MINIO_ROOT_USER: accessKey,
      MINIO_ROOT_PASSWORD: secretKey,
      MINIO_SITE_REGION: S3_REGION,
      MINIO_BROWSER: 'off',
      // It asks nobody outside for a newer one.
      MINIO_UPDATE: 'off',
      // It takes a folder of the system's own disk for data.
      MINIO_CI_CD: '1',
    }),
    healthPath: '/minio/health/ready',
    signal: install.signal,
  });
}
