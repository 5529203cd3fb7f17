import { Check, Copy, Link } from 'lucide-react';
import { useState } from 'react';
import { Button } from './Button.tsx';

type Props = {
  text: () => string;
  label: string;
  /** What is copied, as the messages name it. */
  what?: string;
  notify: (message: string, severity: 'success' | 'error') => void;
};

/** Copies a link or another text, and says so. */
export function CopyButton({ text, label, what = 'link', notify }: Props) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
      notify(`The ${what} was copied to your clipboard.`, 'success');
    } catch {
      notify(`The ${what} could not be copied. It is ${text()}`, 'error');
    }
  }

  const Icon = copied ? Check : what === 'link' ? Link : Copy;
  return (
    <Button onClick={() => void copy()}>
      <Icon size={16} aria-hidden="true" /> {label}
    </Button>
  );
}
