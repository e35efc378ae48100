const WARNING = /^.*Warning: .*$/m;

/** A Playwright reporter: a run in which any process prints a warning fails, as with jest. */
export default class FailOnWarnings {
  #found = null;

  onStdErr(chunk) {
    this.#found ??= WARNING.exec(String(chunk))?.[0] ?? null;
  }

  onEnd() {
    if (this.#found === null) return undefined;
    console.log(`FAILED by a warning: ${this.#found}`);
    return { status: 'failed' };
  }
}
