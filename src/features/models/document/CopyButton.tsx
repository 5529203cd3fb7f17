import { Check, Link } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#kits/ui/index.ts';
import { showToast } from '#stores/toasts.ts';

type Props = { text: () => string; label: string };

/** Copies a link, and says so. */
export function CopyButton({ text, label }: Props) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
      showToast('The link was copied to your clipboard.', 'success');
    } catch {
      showToast(`The link could not be copied. It is ${text()}`, 'error');
    }
  }

  return (
    <Button onClick={() => void copy()}>
      {copied ? <Check size={16} aria-hidden="true" /> : <Link size={16} aria-hidden="true" />} {label}
    </Button>
  );
}
