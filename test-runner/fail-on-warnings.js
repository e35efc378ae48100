const WARNING = /^.*(?:Warning: |did not exit|failed to exit gracefully|unknown format).*$/m;

/**
 * A reporter of jest: a run that prints a warning, whichever process of it does, fails. What a person has to read to
 * notice nobody notices.
 */
export default class FailOnWarnings {
  constructor() {
    const { stderr } = process;
    const write = stderr.write;
    // Workers have theirs printed by this process, and so has jest.
    stderr.write = (chunk, ...rest) => {
      this.#look(String(chunk));
      return write.call(stderr, chunk, ...rest);
    };
    process.on('warning', ({ name, message }) => this.#look(`${name}: ${message}`));
  }

  onRunComplete() {
    if (this.#found !== null) console.log(`\nFAILED by a warning: ${this.#found}`);
  }

  #found = null;

  #look(text) {
    this.#found ??= WARNING.exec(text)?.[0] ?? null;
    // Also of what comes after the last test.
    if (this.#found !== null) process.exitCode = 1;
  }
}
