import {
  assertionKeysGroup,
  auditKeyGroup,
  bootstrapGroup,
  caFileGroup,
  configGroup,
  egressGroup,
  encryptionGroup,
  type Environment,
  kafkaGroup,
  type ListenOptions,
  mailGroup,
  matching,
  operatorPublicKeyGroup,
  optional,
  peersGroup,
  port,
  PROCESS_GROUPS,
  publicUrlFaults,
  rateLimitGroup,
  readGroups,
  signUpGroup,
  text,
  trustedProxiesGroup,
  url,
  variable,
} from '@output-review/runtime';

import { callLimitsGroup } from './access/limits.ts';

interface PublicListener extends ListenOptions {
  /** Base URL of links; null uses the address that the listener binds to. */
  readonly url: string | null;
}

const publicListener = configGroup({
  fields: {
    PORT: port(8080),
    HOST: text({ default: '0.0.0.0' }),
    PUBLIC_URL: optional(url()),
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
