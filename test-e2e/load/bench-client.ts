import { BENCH_ACCOUNT } from './bench-target.ts';

export interface SearchAnswer {
  readonly total: number;
  readonly executions: readonly { readonly id: string }[];
  readonly summary: { readonly totalRuns: number; readonly pendingReviews: number };
}

/** The few calls that the bench makes beside its load. */
export class BenchClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async search(query: string): Promise<SearchAnswer> {
    const response = await fetch(`${this.#url}/api/logs?${query}`, {
      headers: { Authorization: `Bearer ${BENCH_ACCOUNT.token}` },
    });
    if (response.status !== 200) throw new Error(`Search answered ${response.status}`);
    return (await response.json()) as SearchAnswer;
  }

  /** Makes rules as the bootstrap admin does in the dashboard. */
  async createRules(rules: readonly Record<string, unknown>[]): Promise<void> {
    const cookie = await this.#signIn();
    for (const rule of rules) {
      const response = await this.#post('/api/rules', rule, { Cookie: cookie });
      if (response.status !== 201) throw new Error(`A rule was answered ${response.status}`);
    }
  }

  async #signIn(): Promise<string> {
    const { email, password } = BENCH_ACCOUNT;
    const response = await this.#post('/api/auth/sign-in/email', { email, password }, {});
    if (response.status !== 200) throw new Error(`Sign-in answered ${response.status}`);
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  #post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: this.#url, ...headers },
      body: JSON.stringify(body),
    });
  }
}
