import { readMarkdown } from './markdown-tree.ts';

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(readMarkdown(data));
});

// Says that it is loaded.
self.postMessage(null);
