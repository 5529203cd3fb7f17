import { Check, Download, Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { toLines, toTsv } from '#lib/csv.ts';
import { download } from '../ui/download.ts';
import { toFileName } from '../ui/file-name.ts';
import { VisuallyHidden } from '../ui/index.ts';
import { type DataLink, LinkToData } from '../ui/LinkToData.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import type { Notify } from '../ui/notify.ts';
import { tableOf, toChartCsv } from './export/data-table.ts';
import type { ChartTheme } from './theme.ts';
import type { AnyContent, Extent } from './types.ts';

/** An action of a menu. */
export type ChartAction = {
  readonly label: string;
  /** Of an action that turns something on and off. */
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
};

export type ChartExportProps = {
  /** Without what is hidden. */
  content: AnyContent;
  /** Of a chart over time; default: everything. */
  window?: Extent | undefined;
  isLog?: boolean | undefined;
  theme: ChartTheme;
  /** Of a picture, in pixels. */
  size: { readonly width: number; readonly height: number };
  /** A file with the values of the chart, whatever its window and its hidden lines. */
  link?: DataLink | undefined;
  notify: Notify;
};

/** The menu that downloads and copies a chart, and links to its values. */
export function ChartExport(props: ChartExportProps) {
  const { content, window, isLog, theme, size, link, notify } = props;
  const { title } = content;
  const [busy, setBusy] = useState(false);
  /** Several charts and tables may share a page. */
  const name = `the chart ${title}`;

  const factsOf = (now: Date) => ({ time: formatExportedAt(now), address: globalThis.location.href });

  async function attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (cause) {
      notify((cause instanceof Error && cause.message) || 'Something went wrong', 'error');
    }
  }

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(toTsv(toLines(tableOf({ content, window }))));
    notify('Data was copied to your clipboard.', 'success');
  }

  function saveCsv(): void {
    const now = new Date();
    const text = toChartCsv({ content, window }, factsOf(now));
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), toFileName(title, now, 'csv'));
  }

  async function saveImage(kind: 'png' | 'svg'): Promise<void> {
    if (busy) return;
    setBusy(true);
    await attempt(async () => {
      const now = new Date();
      const { renderImage } = await import('./export/render-image.ts');
      const settings = { ...size, theme, window, isLog, facts: factsOf(now) };
      download(await renderImage(kind, content, settings), toFileName(title, now, kind));
    });
    setBusy(false);
  }

  return (
    <MenuButton
      label={`Export ${name}`}
      button={
        <>
          <Download size={16} aria-hidden="true" /> Export
        </>
      }
    >
      <button type="button" aria-label={`Download PNG of ${name}`} onClick={() => void saveImage('png')}>
        PNG
      </button>
      <button type="button" aria-label={`Download SVG of ${name}`} onClick={() => void saveImage('svg')}>
        SVG
      </button>
      <button type="button" aria-label={`Download CSV of ${name}`} onClick={saveCsv}>
        CSV
      </button>
      <hr />
      <button type="button" onClick={() => void attempt(copy)}>
        Copy data
        <VisuallyHidden> of {name}</VisuallyHidden>
      </button>
      {link && <LinkToData of={name} {...link} notify={notify} />}
    </MenuButton>
  );
}

/** The menu with everything that a chart offers apart from its files. */
export function MoreMenu({ title, actions }: { title: string; actions: readonly ChartAction[] }): ReactNode {
  return (
    <MenuButton label={`More of the chart ${title}`} button={<Ellipsis size={18} aria-hidden="true" />}>
      {actions.map(({ label, isOn, isDisabled, onSelect }) => (
        <button
          key={label}
          type="button"
          aria-label={`${label} of the chart ${title}`}
          aria-pressed={isOn}
          aria-disabled={isDisabled}
          onClick={() => !isDisabled && onSelect()}
        >
          {label}
          {isOn && <Check size={16} aria-hidden="true" />}
        </button>
      ))}
    </MenuButton>
  );
}
