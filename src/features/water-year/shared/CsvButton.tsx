import { Download } from 'lucide-react';
import { download, toFileName } from '#kits/ui/download.ts';
import { Button, VisuallyHidden } from '#kits/ui/index.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';

type CsvButtonProps = {
  /** Names the file. */
  title: string;
  /** What is in the file, after `Download CSV of`. */
  of: string;
  /** Writes the file, with the time of its making. */
  textOf: (exportedAt: string) => string;
};

export function CsvButton({ title, of, textOf }: CsvButtonProps) {
  const save = () => {
    const now = new Date();
    const blob = new Blob([textOf(formatExportedAt(now))], { type: 'text/csv;charset=utf-8' });
    download(blob, toFileName(title, now, 'csv'));
  };
  return (
    <Button onClick={save}>
      <Download size={16} aria-hidden="true" /> Download CSV
      <VisuallyHidden> of {of}</VisuallyHidden>
    </Button>
  );
}
