import { randomBytes } from 'node:crypto';

import { generateAssertionKeys } from '@output-review/runtime';
import { expect, test } from '@jest/globals';

import { readReviewConfig } from './config.ts';

const ENV = {
  DATABASE_URL: 'postgres://review:x@db/outputs',
  ASSERTION_PUBLIC_KEY: generateAssertionKeys().publicKey,
  KAFKA_BROKERS: 'kafka:9092',
  GATEWAY_URL: 'http://gateway:9090',
  EVALUATOR_URL: 'http://evaluator:9090',
  INSTRUCTIONS_URL: 'http://instructions:9090',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  AUDIT_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://reviews.example.com/',
};

test('by default sends no emails and calls public addresses only', () => {
  const { publicUrl, mail, isPrivateHostAllowed } = readReviewConfig(ENV);

  expect(publicUrl).toBe('https://reviews.example.com');
  expect(mail).toBeNull();
  expect(isPrivateHostAllowed('10.20.0.1')).toBe(false);
});

test('the operator configures email and the private addresses that may be called', () => {
  const { mail, isPrivateHostAllowed } = readReviewConfig({
    ...ENV,
    SMTP_URL: 'smtps://me:hush@mail.example.com',
    MAIL_FROM: 'Reviews <reviews@example.com>',
    EGRESS_ALLOW_CIDRS: '10.20.0.0/16',
  });

  expect(mail).toEqual({
    smtpUrl: 'smtps://me:hush@mail.example.com',
    from: 'Reviews <reviews@example.com>',
  });
  expect(isPrivateHostAllowed('10.20.0.1')).toBe(true);
  expect(isPrivateHostAllowed('10.21.0.1')).toBe(false);
});

test('all errors are reported at once, without secrets', () => {
  const wrong = {
    PUBLIC_URL: 'nowhere',
    SMTP_URL: 'http://me:hush@mail.example.com',
    MAIL_FROM: 'nobody',
    EGRESS_ALLOW_CIDRS: 'all',
  };
  const read = () => readReviewConfig({ ...ENV, ...wrong });

  for (const name of Object.keys(wrong)) expect(read).toThrow(`- ${name} must`);
  expect(read).not.toThrow(/hush/);
});
