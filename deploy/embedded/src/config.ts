import { resolve } from 'node:path';

import { type JudgeConfig, judgeGroup } from '@output-review/evaluator';
import { callLimitsGroup, type Limits, type PasswordHasher } from '@output-review/gateway';
import { mediaQuotaGroup } from '@output-review/media';
import {
  auditKey,
  type BootstrapConfig,
  configGroup,
  egressGroup,
  encryptionKey,
  type Environment,
  type LogLevel,
  logLevelGroup,
  type MailConfig,
  mailGroup,
  optional,
  partialBootstrapGroup,
  port,
  previousPublicUrlsGroup,
  publicUrlFaults,
  rateLimitGroup,
  readGroups,
  signUpGroup,
  slackApiGroup,
  text,
  tracesGroup,
  type TracesOptions,
  trustedProxiesGroup,
  url,
  variable,
} from '@output-review/runtime';

export interface EmbeddedConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Null where it is what the listener turns out to listen at. */
  readonly publicUrl: string | null;
  /** What it was before: addresses of files there still work. */
  readonly previousPublicUrls: readonly string[];
  readonly dataDir: string;
  readonly bootstrap: Partial<BootstrapConfig>;
  /** Submissions per token in any 60 s; 0 is no limit. */
  readonly rateLimitPerMinute: number;
  /** Those of all other calls; off where submissions are not limited. */
  readonly callLimits: Limits;
  /** Says of a host whether the operator lets us call it although it is private. */
  readonly isPrivateHostAllowed: (hostname: string) => boolean;
  /** Whether a proxy of ours has an address: its X-Forwarded-For is believed. */
  readonly isTrustedProxy: (address: string) => boolean;
  /** Whether anyone may make an account and a workspace. */
  readonly isSignUpOpen: boolean;
  /** How mails are sent; null sends none. */
  readonly mail: MailConfig | null;
  /** Where the Web API of Slack is. */
  readonly slackApiUrl: string;
  /** Null where the data folder's own is used. */
  readonly encryptionKey: string | null;
  /** Opens what was sealed before the key was changed. */
  readonly previousEncryptionKey: string | null;
  /** Null where the data folder's own is used. */
  readonly auditKey: string | null;
  /** As `eraseEveryMs` of a service; no variable sets it. */
  readonly eraseEveryMs?: number;
  /** As `connectionsMax` of each service; no variable sets it. */
  readonly connectionsMax?: number;
  /** As `passwordHasher` of the gateway; no variable sets it. */
  readonly passwordHasher?: PasswordHasher;
  readonly judging: JudgeConfig;
  /** How many bytes the files of a workspace may take. */
  readonly mediaQuotaBytes: number;
  readonly logLevel: LogLevel;
  /** Where traces go; null sends none. */
  readonly traces: TracesOptions | null;
}

/**
 * Reads the configuration of the embedded service; it needs none.
 *
 * @throws Error that names every fault.
 */
export function readEmbeddedConfig(env: Environment): EmbeddedConfig {
  return readGroups(
    env,
    {
      port: variable('PORT', port(8080)),
      host: variable('HOST', text({ default: '127.0.0.1' })),
      publicUrl: variable('PUBLIC_URL', optional(url())),
      previousPublicUrls: previousPublicUrlsGroup,
      dataDir: configGroup({
        fields: { DATA_DIR: text({ default: '.data' }) },
        build: (values) => resolve(values.DATA_DIR),
      }),
      bootstrap: partialBootstrapGroup,
      rateLimitPerMinute: rateLimitGroup,
      callLimits: callLimitsGroup,
      isPrivateHostAllowed: egressGroup,
      isTrustedProxy: trustedProxiesGroup,
      isSignUpOpen: signUpGroup,
      mail: mailGroup,
      slackApiUrl: slackApiGroup,
      encryptionKey: variable('ENCRYPTION_KEY', optional(encryptionKey)),
      previousEncryptionKey: variable('ENCRYPTION_KEY_PREVIOUS', optional(encryptionKey)),
      auditKey: variable('AUDIT_KEY', optional(auditKey)),
      judging: judgeGroup,
      mediaQuotaBytes: mediaQuotaGroup,
      logLevel: logLevelGroup,
      traces: tracesGroup,
    },
    ({ host, publicUrl }) => publicUrlFaults(host, publicUrl),
  );
}
