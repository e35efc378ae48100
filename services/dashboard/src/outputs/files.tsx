import { useQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';

import { api, take } from '../api/client.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { texts } from '../texts.ts';
import type { Attachment } from './output-queries.ts';

const BYTES = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
// Links live five minutes; a new one is had before that.
const LINK_MS = 4 * 60_000;

/** Files that the AI received or made; what a browser can show is shown. */
export function Files({ files }: { readonly files: readonly Attachment[] }) {
  return (
    <ul className="grid gap-3 @2xl:grid-cols-2">
      {files.map((file) => (
        <li key={file.key} className="overflow-hidden rounded-lg border border-line bg-surface">
          <FileContent file={file} />
          <div className="flex items-center gap-2 px-3 py-2">
            <FileText size={16} aria-hidden className="shrink-0 text-faint" />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium">{file.label ?? file.filename}</p>
              <p className="truncate text-xs text-faint">
                {`${texts.output.fileRoles[file.role]} · ${file.contentType} · ${BYTES.format(file.sizeBytes)}B`}
              </p>
            </div>
            <a
              href={`${file.url}?download=1`}
              download
              aria-label={texts.output.download(file.filename)}
              className="rounded-md p-2 text-soft hover:bg-sunken"
            >
              <Download size={16} aria-hidden />
            </a>
          </div>
        </li>
      ))}
    </ul>
  );
}

function FileContent({ file }: { readonly file: Attachment }) {
  const { contentType, key } = file;
  const isShown = /^(?:image\/(?!svg)|audio\/|application\/pdf$)/.test(contentType);
  const link = useQuery({
    queryKey: ['media', key],
    queryFn: ({ signal }) =>
      take(api.GET('/api/media-url', { params: { query: { source: key } }, signal })),
    staleTime: LINK_MS,
    refetchInterval: LINK_MS,
    enabled: isShown,
  });
  if (link.error) return <FailureNotice error={link.error} />;
  if (!isShown || !link.data) return null;
  const { url } = link.data;
  const name = file.label ?? file.filename;
  if (contentType.startsWith('image/')) {
    return <img src={url} alt={name} className="max-h-72 w-full bg-sunken object-contain" />;
  }
  if (contentType.startsWith('audio/')) {
    // What is said in it nobody has written down.
    return <audio controls src={url} aria-label={name} className="w-full p-2" />;
  }
  return <iframe src={url} title={name} sandbox="" className="h-72 w-full bg-sunken" />;
}
