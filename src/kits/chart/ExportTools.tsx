import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../ui/download.ts';
import { toFileName } from '../ui/file-name.ts';
import { Button, VisuallyHidden } from '../ui/index.ts';
import { type DataLink, LinkToData } from '../ui/LinkToData.tsx';
import type { Notify } from '../ui/notify.ts';
import styles from './ChartTools.module.css';
import type { ExportFacts } from './export/export-lines.ts';

type ExportToolsProps = {
  /** Names the chart and its downloads. */
  title: string;
  toTsv: () => string;
  toCsv: (facts: ExportFacts) => string;
  renderImage: (kind: 'png' | 'svg', facts: ExportFacts) => Promise<Blob>;
  /** Describes when a download was made. */
  describeExportTime: (now: Date) => string;
  /** A file with the values of the chart, whatever its window and its hidden lines. */
  link?: DataLink | undefined;
  notify: Notify;
};

/** Buttons to copy and download a chart, and to link to its values. */
export function ExportTools(props: ExportToolsProps) {
  const { title, toTsv, toCsv, renderImage, describeExportTime, link, notify } = props;
  const [busy, setBusy] = useState(false);
  /** Several charts and tables may share a page. */
  const name = `the chart ${title}`;

  const factsOf = (now: Date) => ({ time: describeExportTime(now), address: globalThis.location.href });

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(toTsv());
      notify('Data was copied to your clipboard.', 'success');
    } catch (cause) {
      notify(messageOf(cause), 'error');
    }
  }

  function saveCsv(): void {
    const now = new Date();
    const text = toCsv(factsOf(now));
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), toFileName(title, now, 'csv'));
  }

  async function saveImage(kind: 'png' | 'svg'): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const now = new Date();
      download(await renderImage(kind, factsOf(now)), toFileName(title, now, kind));
    } catch (cause) {
      notify(messageOf(cause), 'error');
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button onClick={() => void copy()}>
        <Copy size={16} aria-hidden="true" /> Copy data
        <VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
      <fieldset className={styles.cluster} aria-busy={busy}>
        <legend>Download</legend>
        <Button aria-label={`Download PNG of ${name}`} onClick={() => void saveImage('png')}>
          <Download size={16} aria-hidden="true" /> PNG
        </Button>
        <Button aria-label={`Download SVG of ${name}`} onClick={() => void saveImage('svg')}>
          SVG
        </Button>
        <Button aria-label={`Download CSV of ${name}`} onClick={saveCsv}>
          CSV
        </Button>
      </fieldset>
      {link && <LinkToData compact of={name} {...link} notify={notify} />}
    </>
  );
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error && cause.message) || 'Something went wrong';
}
