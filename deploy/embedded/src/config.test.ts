import { resolve } from 'node:path';

import { expect, test } from '@jest/globals';

import { readEmbeddedConfig } from './config.ts';

test('requires no settings', () => {
  expect(readEmbeddedConfig({ PORT: '', HOST: ' ' })).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    previousPublicUrls: [],
    dataDir: resolve('.data'),
    bootstrap: {},
    rateLimitPerMinute: 60,
    slackApiUrl: 'https://slack.com/api',
    callLimits: {
      ...{ readsPerMinute: 600, writesPerMinute: 120, claimsPerMinute: 600 },
      ...{ modelCallsPerMinute: 20, triesPerMinute: 60 },
      ...{ mailsPerMinute: 10, mailsPerMailbox: 2, slackPerMinute: 300 },
    },
    isPrivateHostAllowed: expect.any(Function),
    isTrustedProxy: expect.any(Function),
    isSignUpOpen: false,
    mail: null,
    encryptionKey: null,
    previousEncryptionKey: null,
    auditKey: null,
    judging: { judge: null, callsMax: 16 },
    mediaQuotaBytes: 10_737_418_240,
    logLevel: 'info',
    traces: null,
  });
});

test('reports all faults at once, without values', () => {
  const env = {
    PORT: '80800',
    PUBLIC_URL: 'nowhere',
    PREVIOUS_PUBLIC_URLS: 'https://was.example.com, nowhere',
    MEDIA_QUOTA_BYTES: 'all',
    BOOTSTRAP_EMAIL: 'me',
    BOOTSTRAP_PASSWORD: 'hunter2',
    BOOTSTRAP_TOKEN: 'letmein',
    RATE_LIMIT_PER_MINUTE: '-1',
    RATE_LIMIT_MODEL_CALLS_PER_MINUTE: 'few',
    LOG_LEVEL: 'loud',
    EGRESS_ALLOW_CIDRS: '10.0.0.0/8, all',
    TRUSTED_PROXY_CIDRS: 'everybody',
    SIGN_UP: 'yes',
    SMTP_URL: 'http://mail.example.com',
    MAIL_FROM: 'me',
    ENCRYPTION_KEY: 'short',
    AUDIT_KEY: 'short',
    JUDGE_PROVIDER: 'acme',
    JUDGE_CALLS_MAX: 'many',
  };
  const read = () => readEmbeddedConfig(env);

  for (const name of Object.keys(env)) expect(read).toThrow(name);
  expect(read).not.toThrow(/hunter2|letmein|short/);
});

test.each(['0.0.0.0', '::'])('PUBLIC_URL is required when HOST is %s', (host) => {
  expect(() => readEmbeddedConfig({ HOST: host })).toThrow(
    `PUBLIC_URL must be set if HOST is ${host}, because links cannot lead there`,
  );
  const publicUrl = 'http://reviews.example.com:8080';
  expect(readEmbeddedConfig({ HOST: host, PUBLIC_URL: publicUrl })).toMatchObject({ publicUrl });
});

test('accepts a partial first sign-in', () => {
  const { bootstrap } = readEmbeddedConfig({ BOOTSTRAP_EMAIL: 'a@b.example' });

  expect(bootstrap).toEqual({ email: 'a@b.example' });
});

test('parses the ranges that may be called', () => {
  const { isPrivateHostAllowed } = readEmbeddedConfig({
    EGRESS_ALLOW_CIDRS: '10.0.0.0/8, ::1/128',
  });

  expect(['10.0.0.7', '[::1]', '127.0.0.1'].map(isPrivateHostAllowed)).toEqual([true, true, false]);
});
