import { encode } from 'uqr';
import { type Markup, trusted } from './markup.ts';

/**
 * Draws the QR code of an address as the markup of an `svg` of one module a unit, black on white as readers expect it.
 * Draw it through `followPrint`, which loads this file when the page is first used.
 */
export function qrCode(address: string): Markup {
  const { data, size } = encode(address, { ecc: 'M', border: 2 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return trusted(
    `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="QR code of the address"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${modules.join('')}"/></svg>`,
  );
}
