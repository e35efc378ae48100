import { Download, FileText } from 'lucide-react';

import { formatBytes } from '../formats/bytes.ts';
import { texts } from '../texts.ts';
import { FileContent } from './file-content.tsx';
import type { Attachment } from './output-queries.ts';

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
                {`${texts.output.fileRoles[file.role]} · ${file.contentType} · ${formatBytes(file.sizeBytes)}`}
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
