import { resolve } from 'node:path';

import {
  type ConfigField,
  integer,
  LOG_LEVELS,
  type LogLevel,
  oneOf,
  optional,
  readConfig,
  text,
  url,
} from '@output-review/runtime';

import { makeEgressList, parseRange } from './egress-list.ts';
import type { FirstSignIn } from './first-sign-in.ts';

export interface EmbeddedConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Null where it is what the door turns out to listen at. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly bootstrap: Partial<FirstSignIn>;
  /** Submissions per token in any 60 s; 0 is no limit. */
  readonly rateLimitPerMinute: number;
  /** Says of a host whether the operator lets us call it although it is private. */
  readonly isPrivateHostAllowed: (hostname: string) => boolean;
  /** Null where the data folder's own is used. */
  readonly encryptionKey: string | null;
  readonly logLevel: LogLevel;
}

/**
 * Reads the configuration of the embedded service; it needs none.
 *
 * @throws Error that names every fault.
 */
export function readEmbeddedConfig(
  env: Readonly<Record<string, string | undefined>>,
): EmbeddedConfig {
  const values = readConfig(env, {
    PORT: integer({ default: 8080, min: 0, max: 65_535 }),
    HOST: text({ default: '127.0.0.1' }),
    PUBLIC_URL: optional(url()),
    DATA_DIR: text({ default: '.data' }),
    BOOTSTRAP_EMAIL: optional(email),
    BOOTSTRAP_PASSWORD: optional(password),
    BOOTSTRAP_TOKEN: optional(token),
    BOOTSTRAP_WORKSPACE: optional(text()),
    RATE_LIMIT_PER_MINUTE: integer({ default: 60, min: 0 }),
    EGRESS_ALLOW_CIDRS: addressRanges,
    ENCRYPTION_KEY: optional(encryptionKey),
    LOG_LEVEL: oneOf(LOG_LEVELS, { default: 'info' }),
  });
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    dataDir: resolve(values.DATA_DIR),
    bootstrap: {
      ...(values.BOOTSTRAP_EMAIL === null ? {} : { email: values.BOOTSTRAP_EMAIL }),
      ...(values.BOOTSTRAP_PASSWORD === null ? {} : { password: values.BOOTSTRAP_PASSWORD }),
      ...(values.BOOTSTRAP_TOKEN === null ? {} : { token: values.BOOTSTRAP_TOKEN }),
      ...(values.BOOTSTRAP_WORKSPACE === null ? {} : { workspace: values.BOOTSTRAP_WORKSPACE }),
    },
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    isPrivateHostAllowed: makeEgressList(values.EGRESS_ALLOW_CIDRS),
    encryptionKey: values.ENCRYPTION_KEY,
    logLevel: values.LOG_LEVEL,
  };
}

const email = matching(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');
// The limits of sign-in: a password that cannot be typed there is no use.
const password = matching(/^.{8,128}$/, 'must have 8 to 128 characters');
const token = matching(/^wh-\S{32,}$/, 'must be `wh-` and at least 32 characters');
const encryptionKey = matching(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64');

const addressRanges: ConfigField<NonNullable<ReturnType<typeof parseRange>>[]> = {
  parse: (value) => {
    const ranges = value.split(',').map((each) => parseRange(each.trim()));
    const known = ranges.filter((range) => range !== null);
    if (known.length === ranges.length) return { value: known };
    return { fault: 'must be address ranges such as 10.0.0.0/8, with commas between them' };
  },
  whenAbsent: { value: [] },
};

function matching(pattern: RegExp, fault: string): ConfigField<string> {
  return { parse: (value) => (pattern.test(value) ? { value } : { fault }) };
}
