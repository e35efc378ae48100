import { AppError } from '@output-review/errors';
import { describe, expect, test } from '@jest/globals';

import { isTransientError, isStatementTimeout } from './transient-errors.ts';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

describe('isTransientError', () => {
  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EMFILE',
    'EAGAIN',
    'UND_ERR_SOCKET',
    '08006',
    '57P01',
    '57014',
    '53300',
    '58030',
    '40001',
    '40P01',
    '55P03',
    '25P03',
    '25P04',
    'CERT_HAS_EXPIRED',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('%s is transient', (code) => {
    expect(isTransientError(coded(code))).toBe(true);
  });

  test.each([
    '23505',
    '22P05',
    '42703',
    '40002',
    '25P02',
    'ERR_INVALID_ARG_TYPE',
    '5314',
    '530000',
  ])('%s is not transient', (code) => {
    expect(isTransientError(coded(code))).toBe(false);
  });

  test.each([
    'Connection terminated unexpectedly',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'There was an error establishing an SSL connection',
  ])('recognizes the message "%s" of pg, which has no code', (message) => {
    expect(isTransientError(new Error(message))).toBe(true);
  });

  test('recognizes a session that PostgreSQL cannot begin because its disk is full', () => {
    const internal = (message: string) => Object.assign(new Error(message), { code: 'XX000' });

    expect(isTransientError(internal('could not write init file'))).toBe(true);
    expect(isTransientError(internal('cache lookup failed for relation 17'))).toBe(false);
  });

  test('finds it in causes and wrappers', () => {
    const wrapped = new Error('a', { cause: new Error('b', { cause: coded('ECONNRESET') }) });
    const byTheOrm = Object.assign(new Error('c'), { driverError: coded('57P03') });

    expect(isTransientError(wrapped)).toBe(true);
    expect(isTransientError(byTheOrm)).toBe(true);
    expect(isTransientError(new AggregateError([coded('22001'), coded('ECONNREFUSED')]))).toBe(
      true,
    );
    expect(isTransientError(new AggregateError([coded('22001')]))).toBe(false);
  });

  test('accepts a timeout signal, but not an abort', () => {
    expect(isTransientError(new DOMException('late', 'TimeoutError'))).toBe(true);
    expect(isTransientError(new DOMException('stopped', 'AbortError'))).toBe(false);
  });

  test('decides by the code of an AppError, not by its cause', () => {
    const cause = coded('ECONNRESET');

    expect(isTransientError(new AppError('UNAVAILABLE', 'x'))).toBe(true);
    expect(isTransientError(new AppError('CONFLICT', 'x', { cause }))).toBe(false);
    expect(isTransientError(new AppError('INTERNAL', 'x', { cause }))).toBe(true);
  });

  test('handles circular causes', () => {
    const error = new Error('round');
    error.cause = error;

    expect(isTransientError(error)).toBe(false);
  });

  test.each([null, undefined, 'ECONNREFUSED', 7])('%s is not an error', (value) => {
    expect(isTransientError(value)).toBe(false);
  });
});

test('distinguishes a statement timeout from other outages', () => {
  const byTheOrm = Object.assign(new Error('a'), { driverError: coded('57014') });

  expect(isStatementTimeout(coded('57014'))).toBe(true);
  expect(isStatementTimeout(new Error('b', { cause: byTheOrm }))).toBe(true);
  expect(isStatementTimeout(coded('57P01'))).toBe(false);
  expect(isStatementTimeout(null)).toBe(false);
});
