import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { api, take } from '../api/client.ts';
import { FailureNotice, Loading } from '../components/loaded.tsx';
import { PlainText } from './plain-text.tsx';
import type { Attachment } from './queries.ts';

// Links live five minutes; a new one is had before that.
const LINK_MS = 4 * 60_000;
// More of it a page should not hold; it is downloaded.
const TEXT_BYTES_MAX = 1_048_576;
const PDF_BYTES_MAX = 32 * 1_048_576;

type Kind = 'image' | 'audio' | 'pdf' | 'text';

/** What a browser can show of a file, by a signed link; nothing of what it cannot. */
export function FileContent({ file }: { readonly file: Attachment }) {
  const kind = kindOf(file);
  return kind && <LinkedContent file={file} kind={kind} />;
}

function kindOf({ contentType, sizeBytes }: Attachment): Kind | null {
  if (/^image\/(?!svg)/.test(contentType)) return 'image';
  if (contentType.startsWith('audio/')) return 'audio';
  if (contentType === 'application/pdf') {
    // Who has no viewer would be given a download that he has not asked for.
    return sizeBytes <= PDF_BYTES_MAX && navigator.pdfViewerEnabled ? 'pdf' : null;
  }
  const isText = /^(?:text\/(?:plain|csv|markdown|tab-separated-values)|application\/json)$/;
  return isText.test(contentType) && sizeBytes <= TEXT_BYTES_MAX ? 'text' : null;
}

interface LinkedContentProps {
  readonly file: Attachment;
  readonly kind: Kind;
}

function LinkedContent({ file: { key, label, filename }, kind }: LinkedContentProps) {
  const link = useQuery({
    queryKey: ['media', key],
    queryFn: ({ signal }) =>
      take(api.GET('/api/media-url', { params: { query: { source: key } }, signal })),
    staleTime: LINK_MS,
    refetchInterval: LINK_MS,
  });
  if (link.error) return <FailureNotice error={link.error} />;
  if (!link.data) return <Loading lines={2} />;
  const { url } = link.data;
  const name = label ?? filename;
  if (kind === 'image') {
    return <img src={url} alt={name} className="max-h-72 w-full bg-sunken object-contain" />;
  }
  if (kind === 'audio') {
    // What is said in it nobody has written down.
    return <audio controls src={url} aria-label={name} className="w-full p-2" />;
  }
  // The policy of the page lets it read files of our own listener; those of a store are shown by it.
  if (new URL(url).origin !== window.location.origin) {
    const frame = kind === 'text' ? { sandbox: '' } : {};
    return <iframe {...frame} src={url} title={name} className="h-72 w-full bg-sunken" />;
  }
  return kind === 'text' ? (
    <TextContent fileKey={key} url={url} name={name} />
  ) : (
    <PdfContent fileKey={key} url={url} name={name} />
  );
}

interface ReadContentProps {
  readonly fileKey: string;
  readonly url: string;
  readonly name: string;
}

function TextContent({ fileKey, url, name }: ReadContentProps) {
  const { data, error } = useFile([fileKey, 'text'], url, (answer) => answer.text());
  if (error) return <FailureNotice error={error} />;
  return data === undefined ? <Loading lines={3} /> : <PlainText label={name} text={data} />;
}

/** Behind its link it is in a sandbox, in which no browser shows a document. */
function PdfContent({ fileKey, url, name }: ReadContentProps) {
  const { data, error } = useFile([fileKey, 'bytes'], url, (answer) => answer.arrayBuffer());
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (!data || !frame.current) return undefined;
    const address = URL.createObjectURL(new Blob([data], { type: 'application/pdf' }));
    frame.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [data]);
  if (error) return <FailureNotice error={error} />;
  if (!data) return <Loading lines={3} />;
  return <iframe ref={frame} title={name} className="h-96 w-full bg-sunken" />;
}

/** What is in a file never changes: it is read once, by whichever link. */
function useFile<T>(key: readonly string[], url: string, read: (answer: Response) => Promise<T>) {
  return useQuery({
    queryKey: ['media', ...key],
    queryFn: async ({ signal }) => {
      const answer = await fetch(url, { credentials: 'omit', signal });
      if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
      return read(answer);
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
