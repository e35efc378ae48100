/** What is measured: a service behind its door, however it is run. It knows `BENCH_ACCOUNT`. */
export interface BenchTarget {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

export const BENCH_ACCOUNT = {
  email: 'bench@example.com',
  password: 'correct horse battery staple',
  token: `wh-${'b'.repeat(43)}`,
} as const;

/** Settings that make the account, and take the limits off it. */
export const BENCH_SETTINGS = {
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
  BOOTSTRAP_EMAIL: BENCH_ACCOUNT.email,
  BOOTSTRAP_PASSWORD: BENCH_ACCOUNT.password,
  BOOTSTRAP_TOKEN: BENCH_ACCOUNT.token,
} as const;
