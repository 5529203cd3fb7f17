import { html, type Markup } from './markup.ts';
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
  place.className = styles.foot ?? '';
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
    import('./qr-code.ts').then(
      ({ qrCode }) => {
        draw = qrCode;
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
