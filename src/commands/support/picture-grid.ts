import sharp from 'sharp';

/** A picture in small: the mean gray of each cell of a grid, row by row, in steps of 4 of 256. */
export type PictureGrid = { readonly width: number; readonly height: number; readonly cells: Buffer };

const columns = 48;
/** The cells of longer pages are higher. */
const maxRows = 96;
const grayStep = 4;

/** @param picture the bytes or the path of a picture in any format */
export async function toGrid(picture: Buffer | string): Promise<PictureGrid> {
  const image = sharp(picture);
  const { width, height } = await image.metadata();
  const rows = Math.min(maxRows, Math.ceil((columns * height) / width));
  const grays = await image
    .resize(columns, rows, { fit: 'fill', kernel: 'linear' })
    .grayscale()
    .raw()
    .toBuffer();
  return { width, height, cells: Buffer.from(grays.map((gray) => Math.round(gray / grayStep))) };
}

/**
 * Describes how a picture differs from an earlier one; undefined if it does not.
 * @param maxShare of the cells may differ, 0 to 1
 */
export function describeDifference(
  stored: PictureGrid,
  actual: PictureGrid,
  maxShare = 0,
): string | undefined {
  if (stored.width !== actual.width || stored.height !== actual.height) {
    return `is ${actual.width} × ${actual.height} pixels instead of ${stored.width} × ${stored.height}`;
  }
  const { cells } = actual;
  // A gray between two steps may be rounded either way.
  const differing = [...cells.keys()].filter(
    (at) => Math.abs((cells[at] ?? 0) - (stored.cells[at] ?? 0)) > 1,
  );
  if (differing.length <= maxShare * cells.length) return undefined;
  const cellHeight = (actual.height * columns) / cells.length;
  const rows = differing.map((at) => Math.floor(at / columns));
  const [top, bottom] = [Math.min(...rows) * cellHeight, (Math.max(...rows) + 1) * cellHeight];
  const share = ((100 * differing.length) / cells.length).toFixed(2);
  return `differs in ${share} % of its cells, from ${Math.round(top)} to ${Math.round(bottom)} px from the top`;
}
