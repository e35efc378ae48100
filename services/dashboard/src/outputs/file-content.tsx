import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';

import { api, take } from '../api/client.ts';
import { Loaded } from '../components/loaded.tsx';
import { PlainText } from './plain-text.tsx';
import type { Attachment } from './queries.ts';

// Links are valid for five minutes; request a new one before that.
const LINK_MS = 4 * 60_000;
// Larger files are too much for a page; they can be downloaded.
const TEXT_BYTES_MAX = 1_048_576;
const PDF_BYTES_MAX = 32 * 1_048_576;

type Kind = 'image' | 'audio' | 'pdf' | 'text';

/** A preview of a file through a signed link; nothing for types that browsers cannot show. */
export function FileContent({ file }: { readonly file: Attachment }) {
  const kind = kindOf(file);
  return kind && <LinkedContent file={file} kind={kind} />;
}

function kindOf({ contentType, sizeBytes }: Attachment): Kind | null {
  if (/^image\/(?!svg)/.test(contentType)) return 'image';
  if (contentType.startsWith('audio/')) return 'audio';
  if (contentType === 'application/pdf') {
    // Without a PDF viewer, the browser would start a download that the user did not ask for.
    return sizeBytes <= PDF_BYTES_MAX && navigator.pdfViewerEnabled ? 'pdf' : null;
  }
  const isText = /^(?:text\/(?:plain|csv|markdown|tab-separated-values)|application\/json)$/;
  return isText.test(contentType) && sizeBytes <= TEXT_BYTES_MAX ? 'text' : null;
}

const linkQuery = (key: string) =>
  queryOptions({
    queryKey: ['media', key],
    queryFn: ({ signal }) =>
      take(api.GET('/api/media-url', { params: { query: { source: key } }, signal })),
    staleTime: LINK_MS,
  });

interface LinkedContentProps {
  readonly file: Attachment;
  readonly kind: Kind;
}

function LinkedContent({ file: { key, label, filename }, kind }: LinkedContentProps) {
  const link = useQuery({
    ...linkQuery(key),
    // Each new link has another URL, which would restart the preview.
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => state.status === 'error',
    meta: { staysStill: true },
  });
  const name = label ?? filename;
  const show = (url: string): ReactNode => {
    if (kind === 'image') {
      return <img src={url} alt={name} className="max-h-72 w-full bg-sunken object-contain" />;
    }
    if (kind === 'audio') {
      const isOld = (): boolean => Date.now() - link.dataUpdatedAt >= LINK_MS;
      const onFailed = (isCut: boolean): void => {
        // If a fresh link cannot be played, no other can.
        if (isCut || isOld()) void link.refetch();
      };
      return <Recording {...{ url, name, onFailed }} />;
    }
    // The Content-Security-Policy lets the page fetch files from our own origin only. Files from an object store are
    // framed.
    if (new URL(url).origin !== window.location.origin) {
      const frame = kind === 'text' ? { sandbox: '' } : {};
      return <iframe {...frame} src={url} title={name} className="h-72 w-full bg-sunken" />;
    }
    const Content = kind === 'text' ? TextContent : PdfContent;
    return <Content fileKey={key} name={name} />;
  };
  return (
    <Loaded query={link} stale="alone" lines={2}>
      {({ url }) => show(url)}
    </Loaded>
  );
}

interface RecordingProps {
  readonly url: string;
  readonly name: string;
  /** May request a new link, from which playback continues; `isCut` says whether the connection broke. */
  readonly onFailed: (isCut: boolean) => void;
}

function Recording({ url, name, onFailed }: RecordingProps) {
  const place = useRef<{ readonly at: number; readonly isPlaying: boolean }>(null);
  return (
    // There is no transcript for captions.
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
  readonly name: string;
}

function TextContent({ fileKey, name }: ReadContentProps) {
  const file = useFile(fileKey, 'text', (answer) => answer.text());
  return (
    <Loaded query={file} lines={3}>
      {(text) => <PlainText label={name} text={text} />}
    </Loaded>
  );
}

/** Loads the bytes: the link serves it sandboxed, where no browser shows PDFs. */
function PdfContent({ fileKey, name }: ReadContentProps) {
  const file = useFile(fileKey, 'bytes', (answer) => answer.arrayBuffer());
  return (
    <Loaded query={file} lines={3}>
      {(bytes) => <PdfFrame bytes={bytes} name={name} />}
    </Loaded>
  );
}

function PdfFrame({ bytes, name }: { readonly bytes: ArrayBuffer; readonly name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (!frame.current) return undefined;
    const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    frame.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [bytes]);
  return <iframe ref={frame} title={name} className="h-96 w-full bg-sunken" />;
}

/** The content of a file never changes, so it is loaded once, by any link that is still valid. */
function useFile<T>(key: string, as: string, read: (answer: Response) => Promise<T>) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['media', key, as],
    queryFn: async ({ signal }) => {
      const { url } = await queryClient.query(linkQuery(key));
      const answer = await fetch(url, { credentials: 'omit', signal });
      if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
      return read(answer);
    },
    staleTime: Infinity,
    gcTime: 0,
    meta: { staysStill: true },
  });
}
