import type { QrCodeGenerateResult } from 'uqr';
import { html, type Markup, trusted } from '#lib/html.ts';
import styles from './print-foot.module.css';

type PrintFoot = {
  /** What the numbers rest on: source, days, time of printing. */
  readonly lines: readonly (string | Markup)[];
  /** Where the same page is found; it is printed as text, without its scheme, and as a QR code. */
  readonly address: string;
};

/** Whoever prints has moved the pointer, touched the page or pressed a key before. */
const firstActs = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Writes the foot of a printed page into `place` whenever the page is printed. What draws the QR code is loaded when the
 * page is first used, because a browser that prints waits for nothing.
 * @param read gives undefined while there is nothing to print
 * @returns how to stop
 */
export function followPrint(place: HTMLElement, read: () => PrintFoot | undefined): () => void {
  let draw: ((address: string) => Markup) | undefined;
  place.className = `only-print ${styles.foot}`;
  function render(): void {
    const foot = read();
    if (!foot) return;
    const { lines, address } = foot;
    place.innerHTML = html`
      <div>${lines.map((line) => html`<p>${line}</p>`)}<p><strong>${address.replace(/^https?:\/\//, '')}</strong></p></div>
      ${draw?.(address)}`.markup;
  }
  function load(): void {
    for (const act of firstActs) removeEventListener(act, load);
    import('uqr').then(
      ({ encode }) => {
        draw = (address) => drawCode(encode(address, { ecc: 'M', border: 2 }));
        render();
      },
      (error) => console.warn('Paper will have no QR code.', error),
    );
  }
  for (const act of firstActs) addEventListener(act, load, { passive: true });
  addEventListener('beforeprint', render);
  return () => {
    for (const act of firstActs) removeEventListener(act, load);
    removeEventListener('beforeprint', render);
  };
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
