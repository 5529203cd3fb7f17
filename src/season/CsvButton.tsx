import { Download } from 'lucide-react';
import { Button, VisuallyHidden } from '#kits/ui/index.ts';
import { downloadCsv } from '#kits/ui/print/download.ts';
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
    downloadCsv(textOf(formatExportedAt(now)), title, now);
  };
  return (
    <Button onClick={save}>
      <Download size={16} aria-hidden="true" /> Download CSV
      <VisuallyHidden> of {of}</VisuallyHidden>
    </Button>
  );
}
