import { Check, Minus, Plus, RotateCcw } from 'lucide-react';
import { Button } from '../ui/index.ts';
import type { DataLink } from '../ui/LinkToData.tsx';
import type { Notify } from '../ui/notify.ts';
import styles from './ChartTools.module.css';
import { canBeLog } from './drawing/log-scale.ts';
import { ExportTools } from './ExportTools.tsx';
import { toChartCsv, toTsv } from './export/data-table.ts';
import type { ChartTheme } from './theme.ts';
import type { ChartContent, Extent } from './types.ts';

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
  link: DataLink | undefined;
  notify: Notify;
  onZoom: (factor: number) => void;
  onReset: () => void;
  onLog: () => void;
};

/** Buttons to zoom, copy and download. */
export function ChartTools(props: ChartToolsProps) {
  const { content, window, whole, isLog, theme, size, describeExportTime, link, notify } = props;
  const { onZoom, onReset, onLog } = props;
  /** Several charts and tables may share a page. */
  const name = `the chart ${content.title}`;
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
      <ExportTools
        title={content.title}
        toTsv={() => toTsv({ content, window })}
        toCsv={(facts) => toChartCsv({ content, window }, facts)}
        renderImage={async (kind, facts) => {
          const { renderImage } = await import('./export/export-image.ts');
          return renderImage(kind, content, { ...size, theme, window, isLog, facts });
        }}
        describeExportTime={describeExportTime}
        link={link}
        notify={notify}
      />
    </div>
  );
}
