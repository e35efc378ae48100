const WARNING = /^.*(?:Warning: |did not exit|failed to exit gracefully|unknown format).*$/m;

/**
 * A jest reporter that fails the run if any of its processes prints a warning. People overlook warnings in the output.
 */
export default class FailOnWarnings {
  constructor() {
    const { stderr } = process;
    const write = stderr.write;
    // This process also prints the stderr of the workers and of jest.
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
    // Also covers warnings printed after the last test.
    if (this.#found !== null) process.exitCode = 1;
  }
}
