import {
  caFile,
  type ConfigField,
  configGroup,
  type ConfigGroup,
  matching,
  optional,
  text,
  url,
} from '@output-review/runtime';

import type { S3Settings } from './s3/s3-settings.ts';

const NO_PATH = 'must be a URL without a path, such as https://files.example.com:9000';

// A path would become part of the signed string.
const origin: ConfigField<string> = {
  parse: (value) => {
    const parsed = url().parse(value);
    if ('fault' in parsed) return parsed;
    return new URL(parsed.value).pathname === '/' ? parsed : { fault: NO_PATH };
  },
};

export interface ObjectStoreConfig extends S3Settings {
  /** The address at which browsers reach the same store; null if they cannot. */
  readonly publicUrl: string | null;
}

/** Any S3 store, and its bucket. */
export const objectStoreGroup: ConfigGroup<ObjectStoreConfig> = configGroup({
  fields: {
    OBJECT_STORE_ENDPOINT: origin,
    OBJECT_STORE_REGION: text({ default: 'us-east-1' }),
    OBJECT_STORE_BUCKET: matching(
      /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
      'must be a bucket name: 3 to 63 lowercase letters, digits, dots and hyphens',
    ),
    OBJECT_STORE_ACCESS_KEY: text(),
    OBJECT_STORE_SECRET_KEY: text(),
    OBJECT_STORE_PUBLIC_URL: optional(origin),
    TLS_CA_FILE: optional(caFile),
  },
  build: (values) => ({
    endpoint: values.OBJECT_STORE_ENDPOINT,
    region: values.OBJECT_STORE_REGION,
    bucket: values.OBJECT_STORE_BUCKET,
    accessKey: values.OBJECT_STORE_ACCESS_KEY,
    secretKey: values.OBJECT_STORE_SECRET_KEY,
    publicUrl: values.OBJECT_STORE_PUBLIC_URL,
    caFile: values.TLS_CA_FILE,
  }),
});
