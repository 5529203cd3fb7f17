import { Check, Copy, Link } from 'lucide-react';
import { useState } from 'react';
import { copyPageLink } from '#lib/page/copy-page-link.ts';
import { showToast } from '#lib/page/toasts.ts';
import { Button } from './Button.tsx';
import { VisuallyHidden } from './Loading.tsx';
import { copyAddress } from './print/download.ts';

type Props = {
  text: () => string;
  label: string;
  /** What is copied, as the messages name it. */
  what?: string;
};

/** Copies a link or another text, and says so. */
export function CopyButton({ text, label, what = 'link' }: Props) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
      showToast(`The ${what} was copied to your clipboard.`, 'success');
    } catch {
      showToast(`The ${what} could not be copied. It is ${text()}`, 'error');
    }
  }

  const Icon = copied ? Check : what === 'link' ? Link : Copy;
  return (
    <Button onClick={() => void copy()}>
      <Icon size={16} aria-hidden="true" /> {label}
    </Button>
  );
}

/** Copies the address of the page, beside the link to its data. */
export function CopyPageLink() {
  return (
    <Button onClick={() => void copyPageLink()}>
      <Link size={16} aria-hidden="true" /> Copy link
      <VisuallyHidden> to this page</VisuallyHidden>
    </Button>
  );
}

/** A file that has the values of a table or a chart. */
export type DataLink = {
  /** The path and query of the file. Undefined while there is none. */
  readonly address: string | undefined;
  /** Who can fetch it: whether it needs an access token. */
  readonly access: string;
};

type LinkToDataProps = DataLink & {
  /** What the file is of, for screen readers. */
  of: string;
};

/** Copies the address of the file that a download beside it has, for a spreadsheet or a script. */
export function LinkToData({ of, address, access }: LinkToDataProps) {
  return (
    <Button
      title={access}
      aria-disabled={address === undefined}
      onClick={() => {
        if (address !== undefined) void copyAddress(address, access);
      }}
    >
      <Link size={16} aria-hidden="true" /> Link to this data
      <VisuallyHidden> of {of}</VisuallyHidden>
    </Button>
  );
}
