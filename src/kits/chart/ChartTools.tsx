import { Check, Copy, Download, Minus, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { download } from '../ui/download.ts';
import { toFileName } from '../ui/file-name.ts';
import { Button, VisuallyHidden } from '../ui/index.ts';
import styles from './ChartTools.module.css';
import { canBeLog } from './drawing/log-scale.ts';
import { toChartCsv, toTsv } from './export/data-table.ts';
import type { ChartTheme } from './theme.ts';
import type { ChartContent, Extent } from './types.ts';

export type Notify = (message: string, severity: 'success' | 'error') => void;

type ChartToolsProps = {
  /** Without what is hidden. */
  content: ChartContent;
  window: Extent;
  whole: boolean;
  isLog: boolean;
  theme: ChartTheme;
  size: { readonly width: number; readonly height: number };
  /** Describes when a download was made. */
  describeExportTime: (now: Date) => string;
  notify: Notify;
  onZoom: (factor: number) => void;
  onReset: () => void;
  onLog: () => void;
};

/** Buttons to zoom, copy and download. */
export function ChartTools(props: ChartToolsProps) {
  const { content, window, whole, isLog, theme, size, describeExportTime, notify } = props;
  const { onZoom, onReset, onLog } = props;
  const [busy, setBusy] = useState(false);
  /** Several charts and tables may share a page. */
  const name = `the chart ${content.title}`;

  const factsOf = (now: Date) => ({ time: describeExportTime(now), address: globalThis.location.href });

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(toTsv({ content, window }));
      notify('Data was copied to your clipboard.', 'success');
    } catch (cause) {
      notify(messageOf(cause), 'error');
    }
  }

  function saveCsv(): void {
    const now = new Date();
    const text = toChartCsv({ content, window }, factsOf(now));
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), toFileName(content.title, now, 'csv'));
  }

  async function saveImage(kind: 'png' | 'svg'): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const { renderImage } = await import('./export/export-image.ts');
      const now = new Date();
      const image = await renderImage(kind, content, { ...size, theme, window, isLog, facts: factsOf(now) });
      download(image, toFileName(content.title, now, kind));
    } catch (cause) {
      notify(messageOf(cause), 'error');
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.tools}>
      <fieldset className={styles.cluster}>
        <legend>Zoom</legend>
        <Button icon aria-label={`Zoom in on ${name}`} onClick={() => onZoom(0.5)}>
          <Plus size={16} aria-hidden="true" />
        </Button>
        <Button icon aria-label={`Zoom out of ${name}`} aria-disabled={whole} onClick={() => onZoom(2)}>
          <Minus size={16} aria-hidden="true" />
        </Button>
        <Button icon aria-label={`Show all of ${name}`} aria-disabled={whole} onClick={onReset}>
          <RotateCcw size={16} aria-hidden="true" />
        </Button>
      </fieldset>
      {canBeLog(content) && (
        <Button aria-pressed={isLog} aria-label={`Log scale of ${name}`} onClick={onLog}>
          {isLog && <Check size={16} aria-hidden="true" />} Log scale
        </Button>
      )}
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
    </div>
  );
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error && cause.message) || 'Something went wrong';
}
