const ANSWER_MS_MAX = 2_000;

/**
 * What a worker makes of a question; null where it fails, or has no answer in time. A text from outside may
 * keep it busy for ever, and the page goes on meanwhile.
 */
export function askWorker<Answer>(
  worker: Worker,
  question: unknown,
  signal: AbortSignal,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const end = (answer: Answer | null): void => {
      window.clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = window.setTimeout(() => end(null), ANSWER_MS_MAX);
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => end(data));
    worker.addEventListener('error', () => end(null));
    worker.addEventListener('messageerror', () => end(null));
    signal.addEventListener('abort', () => end(null));
    worker.postMessage(question);
  });
}
