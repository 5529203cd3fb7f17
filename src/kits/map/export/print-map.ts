import { html, type Markup, trusted } from '#lib/html.ts';
import { drawSwatch, swatchSize } from '../MapSwatch.tsx';
import {
  createContext,
  creditsOf,
  listLegendRows,
  listMeasurementRows,
  type PrintedMap,
  type PrintedRow,
  scaleBar,
} from './print.ts';
import styles from './print-map.module.css';

/** The room on a letter page in millimeters: between its margins, with a title above and the sources below. */
const pages = {
  upright: { width: 191.9, height: 216 },
  lying: { width: 255.4, height: 152 },
} as const;
/** The width of a column of the legend, the height of a row, and what is between columns and around the map. */
const [column, row, gap, mapGap] = [48, 4.8, 2, 4];

/**
 * The page on which the whole legend has room beside or below the map; of two, that with the larger map. A longer legend is
 * below the map and goes on over further pages. `width` is that of the map in millimeters.
 */
export function choosePage(map: { readonly width: number; readonly height: number }, legendRows: number) {
  const ratio = map.width / map.height;
  const columnsIn = (across: number) => Math.floor((across + gap) / (column + gap));
  const [upright, lying] = (['upright', 'lying'] as const).map((page) => {
    const room = pages[page];
    const width = Math.min(room.width, room.height * ratio);
    const beside = columnsIn(room.width - width - mapGap) * Math.floor(room.height / row);
    const below = columnsIn(room.width) * Math.floor((room.height - width / ratio - mapGap) / row);
    const isWhole = legendRows <= Math.max(beside, below);
    return { page, width, isWhole, legend: isWhole && beside > below ? 'beside' : 'below' } as const;
  }) as [Page, Page];
  if (upright.isWhole !== lying.isWhole) return upright.isWhole ? upright : lying;
  return upright.width >= lying.width ? upright : lying;
}

type Page = {
  readonly page: keyof typeof pages;
  readonly width: number;
  readonly isWhole: boolean;
  readonly legend: 'beside' | 'below';
};

/**
 * Opens the print dialog for a page with the map and what belongs to it: title, legend, measurements, scale, north arrow,
 * date, sources and address.
 */
export function printMap(print: PrintedMap): void {
  const { canvas, pixelRatio, metersPerPixel } = print.capture;
  const measurements = listMeasurementRows(print);
  const rows: readonly PrintedRow[] = [
    ...listLegendRows(print),
    ...(measurements.length > 0 ? [{ kind: 'head', text: 'Measurements' } as const, ...measurements] : []),
  ];
  const { page, width, legend } = choosePage(canvas, rows.length);
  const metersPerMm = (metersPerPixel * canvas.width) / pixelRatio / width;
  const scale = scaleBar(metersPerMm * 50);
  const sheet = document.createElement('article');
  sheet.className = styles.sheet ?? '';
  sheet.dataset.page = page;
  sheet.dataset.legend = legend;
  sheet.innerHTML = writeSheet(print, rows, scale.label).markup;
  const find = <E extends HTMLElement>(selector: string) => sheet.querySelector<E>(selector);
  find('figure')?.prepend(canvas);
  canvas.style.width = `${width}mm`;
  find('figure')?.style.setProperty('width', `${width}mm`);
  find('[data-scale]')?.style.setProperty('width', `${scale.meters / metersPerMm}mm`);
  sheet.querySelectorAll('[data-kind="entry"]').forEach((entry, at) => {
    const samples = rows.flatMap((row) => (row.kind === 'entry' ? row.sample : []));
    const sample = samples[at];
    if (sample) entry.prepend(pictureOf(sample));
  });
  document.body.append(sheet);
  removeWithNextAct(sheet);
  window.print();
}

function writeSheet(print: PrintedMap, rows: readonly PrintedRow[], scale: string): Markup {
  const { title, date, address, capture } = print;
  const isIncomplete = capture.missingTiles.length > 0 && !capture.outlinesShown;
  return html`
    <h1 dir="auto">${title}</h1>
    <div>
      <figure>${northArrow}</figure>
      <footer>
        <p><span data-scale></span> ${scale}<time>${date}</time></p>
        <p>${creditsOf(print)}${isIncomplete && ' Parts of the background map could not be loaded.'}</p>
        <p><a href="${address}">${address}</a></p>
      </footer>
      <ul>${rows.map(({ kind, text }) => html`<li data-kind="${kind}" dir="auto">${text}</li>`)}</ul>
    </div>`;
}

const northArrow = trusted(
  `<svg viewBox="0 0 24 24" role="img" aria-label="North is up"><circle cx="12" cy="12" r="12" fill="#fff"/><path d="M12 2l4 11.5H8z"/><path d="M9.9 20.5V15l4.2 5.5V15" fill="none" stroke="#141414" stroke-width="1.6"/></svg>`,
);

/** More pixels than on the screen, for paper. */
const swatchPixels = 4;

function pictureOf(sample: Parameters<typeof drawSwatch>[1]): HTMLCanvasElement {
  const context = createContext(swatchSize.width * swatchPixels, swatchSize.height * swatchPixels);
  context.scale(swatchPixels, swatchPixels);
  drawSwatch(context, sample, '#141414');
  return context.canvas;
}

/** A phone's browser prints after `print()` has returned, so the sheet stays until the visitor goes on. */
function removeWithNextAct(sheet: HTMLElement): void {
  const listening = new AbortController();
  const remove = () => {
    listening.abort();
    sheet.remove();
  };
  for (const act of ['pointerdown', 'keydown'])
    addEventListener(act, remove, { capture: true, signal: listening.signal });
}
