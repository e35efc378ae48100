import { type AddressRange, makeAddressList, parseAddressRange } from './address-ranges.ts';
import { type ConfigField, integer, matching, oneOf, optional, text } from './fields.ts';
import { configGroup, type ConfigGroup, variable } from './read-config.ts';

/** The first admin, workspace and token of an installation, as far as they were given. */
export interface BootstrapConfig {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly workspace: string;
}

const BOOTSTRAP = {
  BOOTSTRAP_EMAIL: optional(matching(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')),
  // The limits of sign-in: a password that cannot be typed there is no use.
  BOOTSTRAP_PASSWORD: optional(matching(/^.{8,128}$/, 'must have 8 to 128 characters')),
  BOOTSTRAP_TOKEN: optional(matching(/^wh-\S{32,}$/, 'must be `wh-` and at least 32 characters')),
  BOOTSTRAP_WORKSPACE: optional(text()),
} as const;

/** As much of it as is set; the rest is made up by whoever reads this. */
export const partialBootstrapGroup: ConfigGroup<Partial<BootstrapConfig>> = configGroup({
  fields: BOOTSTRAP,
  build: (values) => ({
    ...(values.BOOTSTRAP_EMAIL === null ? {} : { email: values.BOOTSTRAP_EMAIL }),
    ...(values.BOOTSTRAP_PASSWORD === null ? {} : { password: values.BOOTSTRAP_PASSWORD }),
    ...(values.BOOTSTRAP_TOKEN === null ? {} : { token: values.BOOTSTRAP_TOKEN }),
    ...(values.BOOTSTRAP_WORKSPACE === null ? {} : { workspace: values.BOOTSTRAP_WORKSPACE }),
  }),
});

/** All of it, or null where none is set. */
export const bootstrapGroup: ConfigGroup<BootstrapConfig | null> = configGroup({
  fields: BOOTSTRAP,
  contradictions: (values) => {
    const absent = Object.entries(values).filter(([, value]) => value === null);
    if (absent.length === 0 || absent.length === Object.keys(BOOTSTRAP).length) return [];
    return absent.map(([name]) => `${name} must be set where another BOOTSTRAP variable is`);
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

const addressRanges: ConfigField<readonly AddressRange[]> = {
  parse: (value) => {
    const ranges = value.split(',').map((each) => parseAddressRange(each.trim()));
    const known = ranges.filter((range) => range !== null);
    if (known.length === ranges.length) return { value: known };
    return { fault: 'must be address ranges such as 10.0.0.0/8, with commas between them' };
  },
  whenAbsent: { value: [] },
};

/** Says of a host whether the operator lets us call it although it is private. */
export const egressGroup: ConfigGroup<(hostname: string) => boolean> = configGroup({
  fields: { EGRESS_ALLOW_CIDRS: addressRanges },
  build: (values) => makeAddressList(values.EGRESS_ALLOW_CIDRS),
});

/** Says of an address whether a proxy of the operator has it, whose X-Forwarded-For is believed. */
export const trustedProxiesGroup: ConfigGroup<(address: string) => boolean> = configGroup({
  fields: { TRUSTED_PROXY_CIDRS: addressRanges },
  build: (values) => makeAddressList(values.TRUSTED_PROXY_CIDRS),
});

/** Whether anyone may make an account and a workspace. */
export const signUpGroup: ConfigGroup<boolean> = configGroup({
  fields: { SIGN_UP: oneOf(['open', 'closed'], { default: 'closed' }) },
  build: (values) => values.SIGN_UP === 'open',
});
