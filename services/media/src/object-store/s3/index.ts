export { ensureBucket } from './ensure-bucket.ts';
export { isS3Refusal } from './s3-failure.ts';
export type { S3Options, S3Settings } from './s3-settings.ts';
export { openS3Store } from './s3-store.ts';
