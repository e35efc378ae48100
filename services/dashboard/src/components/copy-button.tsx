import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

import { texts } from '../texts.ts';
import { IconButton } from './button.tsx';
import { showToast } from './toast-store.ts';

const COPIED_MS = 1_500;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    showToast(texts.copied);
    setCopied(true);
    window.setTimeout(() => setCopied(false), COPIED_MS);
  };
  return <IconButton icon={isCopied ? Check : Copy} label={label} onClick={() => void copy()} />;
}
