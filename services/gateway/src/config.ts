import {
  addressesGroup,
  assertionKeysGroup,
  auditKeyGroup,
  caFileGroup,
  configGroup,
  type ConfigGroup,
  egressGroup,
  encryptionGroup,
  type Environment,
  integer,
  kafkaGroup,
  type ListenOptions,
  mailGroup,
  matching,
  oneOf,
  operatorPublicKeyGroup,
  optional,
  peersGroup,
  port,
  PROCESS_GROUPS,
  publicUrlField,
  readGroups,
  text,
  url,
  variable,
} from '@output-review/runtime';

import { callLimitsGroup } from './access/limits.ts';

/** The first admin, workspace and token of an installation. */
export interface BootstrapConfig {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly workspace: string;
}

const BOOTSTRAP = {
  BOOTSTRAP_EMAIL: optional(matching(/^[^\s@]+@[^\s@]+$/, 'must be an email address')),
  // The limits of the sign-in form: a password outside them could not be entered there.
  BOOTSTRAP_PASSWORD: optional(matching(/^.{8,128}$/, 'must have 8 to 128 characters')),
  BOOTSTRAP_TOKEN: optional(
    matching(/^wh-\S{32,}$/, 'must be `wh-` followed by at least 32 characters'),
  ),
  BOOTSTRAP_WORKSPACE: optional(text()),
} as const;

/** The bootstrap settings that are set. The reader generates the rest. */
export const partialBootstrapGroup: ConfigGroup<Partial<BootstrapConfig>> = configGroup({
  fields: BOOTSTRAP,
  build: (values) => ({
    ...(values.BOOTSTRAP_EMAIL === null ? {} : { email: values.BOOTSTRAP_EMAIL }),
    ...(values.BOOTSTRAP_PASSWORD === null ? {} : { password: values.BOOTSTRAP_PASSWORD }),
    ...(values.BOOTSTRAP_TOKEN === null ? {} : { token: values.BOOTSTRAP_TOKEN }),
    ...(values.BOOTSTRAP_WORKSPACE === null ? {} : { workspace: values.BOOTSTRAP_WORKSPACE }),
  }),
});

/** All bootstrap settings, or null if none is set. */
const bootstrapGroup: ConfigGroup<BootstrapConfig | null> = configGroup({
  fields: BOOTSTRAP,
  contradictions: (values) => {
    const absent = Object.entries(values).filter(([, value]) => value === null);
    if (absent.length === 0 || absent.length === Object.keys(BOOTSTRAP).length) return [];
    return absent.map(([name]) => `${name} must be set if another BOOTSTRAP variable is set`);
  },
  build: (values) => {
    const { BOOTSTRAP_EMAIL: email, BOOTSTRAP_PASSWORD: password } = values;
    const { BOOTSTRAP_TOKEN: token, BOOTSTRAP_WORKSPACE: workspace } = values;
    if (email === null || password === null || token === null || workspace === null) return null;
    return { email, password, token, workspace };
  },
});

/** Submissions per token in any 60 s; 0 is no limit. */
export const rateLimitGroup = variable('RATE_LIMIT_PER_MINUTE', integer({ default: 60, min: 0 }));

/** Returns whether an address belongs to a trusted proxy, whose X-Forwarded-For header is used. */
export const trustedProxiesGroup = addressesGroup('TRUSTED_PROXY_CIDRS');

/** Whether anyone may create an account and a workspace. */
export const signUpGroup: ConfigGroup<boolean> = configGroup({
  fields: { SIGN_UP: oneOf(['open', 'closed'], { default: 'closed' }) },
  build: (values) => values.SIGN_UP === 'open',
});

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** The conflicts between HOST and PUBLIC_URL. An invalid variable is undefined. */
export const publicUrlFaults = (
  host: string | undefined,
  publicUrl: string | null | undefined,
): string[] =>
  host !== undefined && EVERY_ADDRESS.has(host) && publicUrl === null
    ? [`PUBLIC_URL must be set if HOST is ${host}, because links cannot lead there`]
    : [];

interface PublicListener extends ListenOptions {
  /** Base URL of links; null uses the address that the listener binds to. */
  readonly url: string | null;
}

const publicListener = configGroup({
  fields: {
    PORT: port(8080),
    HOST: text({ default: '0.0.0.0' }),
    PUBLIC_URL: optional(publicUrlField),
  },
  contradictions: ({ HOST, PUBLIC_URL }) => publicUrlFaults(HOST, PUBLIC_URL),
  build: (values): PublicListener => ({
    host: values.HOST,
    port: values.PORT,
    url: values.PUBLIC_URL,
  }),
});

// Browsers accept a cookie with such a prefix over https only. With an https PUBLIC_URL the prefix is added anyway.
const cookiePrefix = matching(
  /^(?!__Secure-|__Host-)[\w-]{1,64}$/,
  'must contain only letters, digits, _ and -, and not begin with __Secure- or __Host-',
);

/** @throws Error that lists every fault. */
export function readGatewayConfig(env: Environment) {
  return readGroups(
    env,
    {
      ...PROCESS_GROUPS,
      publicListener,
      assertionKeys: assertionKeysGroup,
      operatorPublicKey: operatorPublicKeyGroup,
      encryption: encryptionGroup,
      auditKey: auditKeyGroup,
      cookiePrefix: variable('COOKIE_PREFIX', {
        ...cookiePrefix,
        whenAbsent: { value: 'output-review' },
      }),
      bootstrap: bootstrapGroup,
      rateLimitPerMinute: rateLimitGroup,
      callLimits: callLimitsGroup,
      isPrivateHostAllowed: egressGroup,
      isTrustedProxy: trustedProxiesGroup,
      isSignUpOpen: signUpGroup,
      mail: mailGroup,
      kafka: kafkaGroup,
      caFile: caFileGroup,
      redisUrl: variable('REDIS_URL', url({ schemes: ['redis', 'rediss'] })),
      peers: peersGroup('evaluator', 'review', 'instructions', 'media'),
    },
    ({ internalListener, publicListener: open }) =>
      open && internalListener && open.port !== 0 && open.port === internalListener.port
        ? ['PORT and INTERNAL_PORT must differ: the internal port must not be public']
        : [],
  );
}
