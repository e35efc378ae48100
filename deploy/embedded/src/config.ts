import { resolve } from 'node:path';

import { type JudgeConfig, judgeGroup } from '@output-review/evaluator';
import {
  type BootstrapConfig,
  callLimitsGroup,
  type Limits,
  partialBootstrapGroup,
  type PasswordHasher,
  publicUrlFaults,
  rateLimitGroup,
  signUpGroup,
  trustedProxiesGroup,
} from '@output-review/gateway';
import { mediaQuotaGroup, previousPublicUrlsGroup } from '@output-review/media';
import { slackApiGroup } from '@output-review/review';
import {
  auditKey,
  configGroup,
  egressGroup,
  encryptionKey,
  type Environment,
  type LogLevel,
  logLevelGroup,
  type MailConfig,
  mailGroup,
  optional,
  port,
  publicUrlField,
  readGroups,
  text,
  tracesGroup,
  type TracesOptions,
  variable,
} from '@output-review/runtime';

export interface EmbeddedConfig {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Null uses the address of the listener. */
  readonly publicUrl: string | null;
  /** The former URL. Addresses of files with it still work. */
  readonly previousPublicUrls: readonly string[];
  readonly dataDir: string;
  readonly bootstrap: Partial<BootstrapConfig>;
  /** Submissions per token in any 60 s; 0 is no limit. */
  readonly rateLimitPerMinute: number;
  /** The limits of all other calls. Off if submissions are not limited. */
  readonly callLimits: Limits;
  /** Returns whether the operator allows calls to a host although its address is private. */
  readonly isPrivateHostAllowed: (hostname: string) => boolean;
  /** Whether an address belongs to a trusted proxy, whose X-Forwarded-For header is used. */
  readonly isTrustedProxy: (address: string) => boolean;
  /** Whether anyone may create an account and a workspace. */
  readonly isSignUpOpen: boolean;
  /** How to send email. Null disables it. */
  readonly mail: MailConfig | null;
  /** Base URL of the Slack Web API. */
  readonly slackApiUrl: string;
  /** Null uses the key of the data folder. */
  readonly encryptionKey: string | null;
  /** Decrypts secrets from before the key was changed. */
  readonly previousEncryptionKey: string | null;
  /** Null uses the key of the data folder. */
  readonly auditKey: string | null;
  /** See `eraseEveryMs` of a service. No variable sets it. */
  readonly eraseEveryMs?: number;
  /** See `connectionsMax` of each service. No variable sets it. */
  readonly connectionsMax?: number;
  /** See `passwordHasher` of the gateway. No variable sets it. */
  readonly passwordHasher?: PasswordHasher;
  readonly judging: JudgeConfig;
  /** Maximum total size of a workspace's files, in bytes. */
  readonly mediaQuotaBytes: number;
  readonly logLevel: LogLevel;
  /** Where traces are sent. Null sends none. */
  readonly traces: TracesOptions | null;
}

/**
 * Reads the configuration of the embedded service. All settings are optional.
 *
 * @throws Error that lists all faults.
 */
export function readEmbeddedConfig(env: Environment): EmbeddedConfig {
  return readGroups(
    env,
    {
      port: variable('PORT', port(8080)),
      host: variable('HOST', text({ default: '127.0.0.1' })),
      publicUrl: variable('PUBLIC_URL', optional(publicUrlField)),
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
