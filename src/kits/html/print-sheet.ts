import type { QrCodeGenerateResult } from 'uqr';
import { basinTimeZone, clockInBasin } from '#lib/basin-clock.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { html, type Markup, trusted } from '#lib/html.ts';
import { isDemonstration } from '#lib/page/demonstration.ts';
import { $isPrinting, addSheet } from './print-page.ts';
import styles from './print-sheet.module.css';

/** What a printed sheet says of itself at its foot. */
export type SheetFacts = {
  /** Sentences: what the numbers rest on, their days. */
  readonly notes?: readonly (string | undefined)[];
  readonly source?: string | undefined;
  /** Where the same page is found; default: the address of the page. */
  readonly address?: string;
};

/** Whose paper it is: the organization of the account, or that of the basin file. The layout and the shell write it into the page. */
export function printedOrganization(): string {
  return document.documentElement.dataset.organization ?? '';
}

/** Puts a number and its unit on one line. */
export function bindUnits(text: string): string {
  return text.replaceAll(/(\d) (?=(?:cfs|AF|KAF|MAF|ft|in|%)(?!\w))/g, '$1\u00a0');
}

/** Whoever prints has moved the pointer, touched the page or pressed a key before. */
const firstActs = ['pointermove', 'pointerdown', 'keydown'] as const;

type DrawAddress = (address: string) => Markup;

let loading: Promise<DrawAddress | undefined> | undefined;

/** Loads what draws the QR code, once for all sheets; undefined where it cannot be loaded, until the next print. */
function loadCode(): Promise<DrawAddress | undefined> {
  loading ??= import('uqr').then(
    ({ encode }): DrawAddress =>
      (address) =>
        drawCode(encode(address, { ecc: 'M', border: 2 })),
    (error) => {
      loading = undefined;
      console.warn('Paper will have no QR code.', error);
      return undefined;
    },
  );
  return loading;
}

/**
 * Writes the foot of a printed sheet into `place` whenever the page is printed: source, day and time, the address as text and as
 * a QR code. What draws the code is loaded when the page is first used, because a browser that prints waits for nothing.
 * @param read gives undefined while there is nothing to print
 * @returns how to stop
 */
export function followPrint(place: HTMLElement, read: () => SheetFacts | undefined): () => void {
  let draw: DrawAddress | undefined;
  let isLoaded = false;
  place.className = `only-print ${styles.foot}`;
  function render(): void {
    const facts = read();
    if (facts) place.innerHTML = footMarkup(facts, draw).markup;
  }
  function onAct(event: Event): void {
    // A browser reports a move that is none when something else has come under the pointer.
    const isMove = event instanceof PointerEvent && event.type === 'pointermove';
    if (!isMove || event.movementX !== 0 || event.movementY !== 0) load();
  }
  function load(): void {
    for (const act of firstActs) removeEventListener(act, onAct);
    void loadCode().then((drawAddress) => {
      draw = drawAddress;
      isLoaded = true;
      render();
    });
  }
  for (const act of firstActs) addEventListener(act, onAct, { passive: true });
  addEventListener('beforeprint', render);
  const stopPrinting = $isPrinting.subscribe((isPrinting) => {
    if (isPrinting) load();
  });
  const removeSheet = addSheet(() => isLoaded || read() === undefined);
  return () => {
    for (const act of firstActs) removeEventListener(act, onAct);
    removeEventListener('beforeprint', render);
    stopPrinting();
    removeSheet();
  };
}

/** A longer address makes squares that a phone cannot read from paper. */
const maxCoded = 600;

function footMarkup(
  { notes = [], source, address = location.href }: SheetFacts,
  draw: DrawAddress | undefined,
): Markup {
  const { origin, pathname } = new URL(address);
  const shown = address.length > maxCoded ? origin + pathname : address;
  const printed = clockInBasin(new Date());
  const facts = [
    ...notes,
    source && `Source: ${source}`,
    `Printed ${formatUsDate(printed.slice(0, 10))} ${printed.slice(11, 16)} ${basinTimeZone()} by ${document.title.split(' · ')[0]}`,
  ].filter(Boolean);
  return html`
    <div>
      <p>${isDemonstration() && html`<strong>Demonstration data, not for decisions.</strong> `}${facts.map((each) => `${String(each).replace(/\.$/, '')}.`).join(' ')}</p>
      <p><strong>${shown.replace(/^https?:\/\//, '')}</strong></p>
    </div>
    ${draw?.(shown)}`;
}

/** The markup of a QR code as an `svg` of one module a unit, black on white as readers expect it. */
function drawCode({ data, size }: Pick<QrCodeGenerateResult, 'data' | 'size'>): Markup {
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return trusted(
    `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="QR code of the address"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${modules.join('')}"/></svg>`,
  );
}
