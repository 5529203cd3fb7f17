import { Check, ChevronDown, Download, Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { toLines, toTsv } from '#lib/csv.ts';
import { showToast } from '#lib/page/toasts.ts';
import { whenIdle } from '#lib/page/yield-to-page.ts';
import { CopyPageLink, type DataLink, LinkToData } from '../ui/CopyButton.tsx';
import { Button, Row, VisuallyHidden } from '../ui/index.ts';
import { MenuButton } from '../ui/overlay/MenuButton.tsx';
import { download, downloadCsv, toFileName } from '../ui/print/download.ts';
import styles from './Chart.module.css';
import { imagePadding } from './drawing/layout.ts';
import { notesOf, tableOf, toChartCsv } from './export/data-table.ts';
import type { ChartTheme } from './theme.ts';
import type { AnyContent, Extent } from './types.ts';

/** The height of a drawing, in pixels. */
export const graphHeight = 600;
/** An image is at least as wide as this, in pixels. */
const minImageWidth = 900;

export type ChartFrameProps = Omit<ChartExportProps, 'size'> & {
  titleId: string;
  /** The content in light colors. With it, paper has the chart as a picture of the width of a page. */
  printed?: AnyContent | undefined;
  /** More of the ⋯ menu. */
  actions?: readonly ChartAction[];
  /** What the chart says, in a sentence, beside the title. */
  headline?: ReactNode;
  /** More of the line under the drawing, each a sentence. */
  notes?: readonly ReactNode[];
  /** The page has the title, the menus and the table; the title is then only read by screen readers. */
  isBare?: boolean;
  children: ReactNode;
};

/** What any chart has around its drawing: title and notes, menus, and its picture on paper. */
export function ChartFrame(props: ChartFrameProps) {
  const {
    titleId,
    printed,
    actions = [],
    isBare = false,
    children,
    headline,
    notes = [],
    ...exported
  } = props;
  const { content, window, isLog } = exported;
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      className={`stack ${styles.chart}`}
      data-gap={0}
      data-bare={isBare || undefined}
      aria-labelledby={titleId}
    >
      {isBare ? (
        <VisuallyHidden>
          <h2 id={titleId}>{content.title}</h2>
        </VisuallyHidden>
      ) : (
        <Row data-spread gap="1 3" className={styles.head}>
          <div className={styles.heading}>
            <h2 id={titleId}>{content.title}</h2>
            {headline}
          </div>
          <Row gap={2} data-nowrap className={`no-print push rigid ${styles.menus}`}>
            <ChartExport
              {...exported}
              size={{
                width: Math.max(section.current?.clientWidth ?? 0, minImageWidth),
                height: graphHeight,
              }}
            />
            <MoreMenu title={content.title} actions={actions} />
          </Row>
        </Row>
      )}
      {children}
      {!isBare && <ChartNotes notes={[...notesOf(content), ...notes]} />}
      {printed && <PrintedChart content={printed} window={window} isLog={isLog} />}
    </section>
  );
}

/** What is to be known of a chart: one line, of which as much is shown as fits, and all of it on request. */
function ChartNotes({ notes }: { notes: readonly ReactNode[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (notes.length === 0) return null;
  return (
    <div className={`no-print quiet-xs ${styles.notes}`} data-open={isOpen || undefined}>
      <ul id={id}>
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the notes of a chart do not move
          <li key={at} className={styles.note}>
            {note}
          </li>
        ))}
      </ul>
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        Notes <ChevronDown size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}

/** The size of the drawing on paper, in pixels: 968 without its padding. */
const printedSize = { width: 968 + 2 * imagePadding, height: 356 } as const;

/** A page that is never idle draws it after this. */
const timeoutMs = 1000;

type PrintedChartProps = Pick<ChartExportProps, 'content' | 'window' | 'isLog'>;

/**
 * What paper has instead of a chart: a picture of the width of a page with title, legend and source, in light colors whatever
 * the theme. It is drawn ahead, because a browser prints before a chart could be drawn.
 */
function PrintedChart({ content, window, isLog }: PrintedChartProps) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    let made: string | undefined;
    async function draw(): Promise<void> {
      try {
        const { renderImage } = await import('./export/render-image.ts');
        const picture = await renderImage('svg', content, {
          ...printedSize,
          isOnSheet: true,
          theme: 'light',
          window,
          isLog,
        });
        if (!isCurrent) return;
        made = URL.createObjectURL(picture);
        setAddress(made);
      } catch (error) {
        // Paper then has the chart as the screen has it.
        console.warn('A chart could not be drawn for print.', error);
      }
    }
    const cancel = whenIdle(() => void draw(), timeoutMs);
    return () => {
      isCurrent = false;
      cancel();
      setAddress(undefined);
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [content, window, isLog]);
  return address === undefined ? null : (
    <img className={`only-print ${styles.printed}`} src={address} alt={content.title} />
  );
}

/** An action of a menu. */
export type ChartAction =
  | {
      readonly label: string;
      /** Of an action that turns something on and off. */
      readonly isOn?: boolean;
      readonly isDisabled?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly label: string; readonly href: string };

type ChartExportProps = {
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
};

/** The menu that downloads and copies a chart, and links to its values. */
export function ChartExport(props: ChartExportProps) {
  const { content, window, isLog, theme, size, link } = props;
  const { title } = content;
  const [busy, setBusy] = useState(false);
  /** Several charts and tables may share a page. */
  const name = `the chart ${title}`;

  const factsOf = (now: Date) => ({ time: formatExportedAt(now), address: globalThis.location.href });

  async function attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (cause) {
      showToast((cause instanceof Error && cause.message) || 'Something went wrong', 'error');
    }
  }

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(toTsv(toLines(tableOf({ content, window }))));
    showToast('Data was copied to your clipboard.', 'success');
  }

  function saveCsv(): void {
    const now = new Date();
    downloadCsv(toChartCsv({ content, window }, factsOf(now)), title, now);
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
      <CopyPageLink />
      {link && <LinkToData of={name} {...link} />}
    </MenuButton>
  );
}

/** The menu with everything that a chart offers apart from its files. */
function MoreMenu({ title, actions }: { title: string; actions: readonly ChartAction[] }): ReactNode {
  return (
    <MenuButton label={`More of the chart ${title}`} button={<Ellipsis size={18} aria-hidden="true" />}>
      {actions.map((action) =>
        'href' in action ? (
          <a key={action.label} href={action.href}>
            {action.label}
          </a>
        ) : (
          <button
            key={action.label}
            type="button"
            aria-label={`${action.label} of the chart ${title}`}
            aria-pressed={action.isOn}
            aria-disabled={action.isDisabled}
            onClick={() => !action.isDisabled && action.onSelect()}
          >
            {action.label}
            {action.isOn && <Check size={16} aria-hidden="true" />}
          </button>
        ),
      )}
    </MenuButton>
  );
}
