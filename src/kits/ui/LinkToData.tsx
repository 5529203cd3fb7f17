import { Link } from 'lucide-react';
import { Button } from './Button.tsx';
import { copyAddress, type Notify } from './copy-address.ts';
import { VisuallyHidden } from './Loading.tsx';

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
  notify: Notify;
};

/** Copies the address of the file that a download beside it has, for a spreadsheet or a script. */
export function LinkToData({ of, address, access, notify }: LinkToDataProps) {
  return (
    <Button
      title={access}
      aria-disabled={address === undefined}
      onClick={() => {
        if (address !== undefined) void copyAddress(address, access, notify);
      }}
    >
      <Link size={16} aria-hidden="true" /> Link to this data
      <VisuallyHidden> of {of}</VisuallyHidden>
    </Button>
  );
}
