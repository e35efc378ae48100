import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { api, take } from '../api/client.ts';
import { FailureNotice, Loading } from '../components/loaded.tsx';
import { PlainText } from './plain-text.tsx';
import type { Attachment } from './queries.ts';

// Links live five minutes; what is opened after that needs a new one.
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
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['media', key],
    queryFn: ({ signal }) =>
      take(api.GET('/api/media-url', { params: { query: { source: key } }, signal })),
    staleTime: LINK_MS,
    // Each link is another one, by which what is shown would begin anew.
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => state.status === 'error',
    meta: { staysStill: true },
  });
  if (!data) return error ? <FailureNotice error={error} /> : <Loading lines={2} />;
  const { url } = data;
  const name = label ?? filename;
  if (kind === 'image') {
    return <img src={url} alt={name} className="max-h-72 w-full bg-sunken object-contain" />;
  }
  if (kind === 'audio') {
    const isOld = (): boolean => Date.now() - dataUpdatedAt >= LINK_MS;
    const onFailed = (isCut: boolean): void => {
      // What cannot be played by a fresh link cannot by any.
      if (isCut || isOld()) void refetch();
    };
    return <Recording {...{ url, name, onFailed }} />;
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

interface RecordingProps {
  readonly url: string;
  readonly name: string;
  /** May give it another link, by which it goes on where it was; told whether the connection was cut. */
  readonly onFailed: (isCut: boolean) => void;
}

function Recording({ url, name, onFailed }: RecordingProps) {
  const place = useRef<{ readonly at: number; readonly isPlaying: boolean }>(null);
  return (
    // What is said in it nobody has written down.
    <audio
      controls
      src={url}
      aria-label={name}
      className="w-full p-2"
      onError={({ currentTarget: { currentTime: at, paused, error } }) => {
        place.current = { at, isPlaying: !paused };
        onFailed(error?.code === MediaError.MEDIA_ERR_NETWORK);
      }}
      onLoadedMetadata={({ currentTarget: audio }) => {
        if (!place.current) return;
        audio.currentTime = place.current.at;
        if (place.current.isPlaying) void audio.play().catch(() => {});
        place.current = null;
      }}
    />
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
    meta: { staysStill: true },
  });
}
