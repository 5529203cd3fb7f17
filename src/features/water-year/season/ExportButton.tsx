import { Download } from 'lucide-react';
import { download } from '#kits/ui/download.ts';
import { Button, toFileName } from '#kits/ui/index.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';

type ExportButtonProps = {
  label: string;
  /** Names the file. */
  title: string;
  kind: 'csv' | 'json';
  textOf: (facts: { readonly address: string; readonly exportedAt: string }) => string;
};

const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/** Downloads a text that says from which address it was made, and when. */
export function ExportButton({ label, title, kind, textOf }: ExportButtonProps) {
  const save = () => {
    const now = new Date();
    const text = textOf({ address: location.href, exportedAt: formatExportedAt(now) });
    download(new Blob([text], { type: types[kind] }), toFileName(title, now, kind));
  };
  return (
    <Button onClick={save}>
      <Download size={16} aria-hidden="true" /> {label}
    </Button>
  );
}
