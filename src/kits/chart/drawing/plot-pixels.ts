/** Pixels of the width that the axes take. */
const axesWidth = 130;
/** Pixels of the height that the time axis takes. */
const axisHeight = 40;
const minPixels = 100;

/** The width of the plot in a drawing, about. */
export function plotPixels(width: number): number {
  return Math.max(minPixels, width - axesWidth);
}

/** The height of the plot in a drawing, about. */
export function plotHeight(height: number): number {
  return Math.max(minPixels, height - axisHeight);
}

/** The size of a drawing whose plot has a size. */
export function drawingOf({ width, height }: { readonly width: number; readonly height: number }) {
  return { width: width + axesWidth, height: height + axisHeight };
}
