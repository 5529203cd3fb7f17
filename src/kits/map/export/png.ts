import { download, toBlob } from '../../ui/print/download.ts';
import { drawSwatch, swatchSize } from '../MapSwatch.tsx';
import {
  createContext,
  creditsOf,
  listLegendRows,
  listMeasurementRows,
  type MapCapture,
  type PrintedMap,
  type PrintedRow,
  scaleBar,
} from './print.ts';
import { breakLines, isRightToLeft, truncateText } from './text-lines.ts';

const paper = 'rgb(255 255 255 / 85%)';
const ink = 'rgb(27 35 40)';
const inset = 10;

/** In CSS pixels. */
const legendRow = 22;
const legendColumn = 230;
const titleLine = 28;
const maxTitleLines = 8;

function drawScale(context: CanvasRenderingContext2D, capture: MapCapture, height: number): void {
  const { label, meters } = scaleBar(capture.metersPerPixel * 140);
  const width = meters / capture.metersPerPixel;
  const top = height - inset - 20;
  context.fillStyle = paper;
  context.fillRect(inset, top, width + 12, 20);
  context.fillStyle = ink;
  context.textAlign = 'left';
  context.fillText(label, inset + 6, top + 8);
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(inset + 6, top + 11);
  context.lineTo(inset + 6, top + 16);
  context.lineTo(inset + 6 + width, top + 16);
  context.lineTo(inset + 6 + width, top + 11);
  context.stroke();
}

const lineHeight = 15;

/** Draws the credits along the bottom edge. @returns their height */
function drawCredits(context: CanvasRenderingContext2D, text: string, width: number, height: number): number {
  if (!text) return 0;
  const lines = breakLines(text, widthOn(context), width - 12, 4);
  const stripWidth = Math.max(...lines.map(widthOn(context))) + 12;
  const stripHeight = lines.length * lineHeight + 3;
  context.fillStyle = paper;
  context.fillRect(width - stripWidth, height - stripHeight, stripWidth, stripHeight);
  context.fillStyle = ink;
  context.textAlign = 'right';
  lines.forEach((line, index) => {
    context.fillText(line, width - 6, height - stripHeight + 1.5 + (index + 0.5) * lineHeight);
  });
  return stripHeight;
}

/** Draws the image with scale bar, and with credits if there is text for them. */
function drawPng(capture: MapCapture, credits: string): HTMLCanvasElement {
  const { canvas, pixelRatio } = capture;
  const context = createContext(canvas.width, canvas.height);
  context.drawImage(canvas, 0, 0);
  context.scale(pixelRatio, pixelRatio);
  context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = 'middle';
  const height = canvas.height / pixelRatio;
  const stripHeight = drawCredits(context, credits, canvas.width / pixelRatio, height);
  drawScale(context, capture, height - stripHeight);
  return context.canvas;
}

const widthOn = (context: CanvasRenderingContext2D) => (text: string) => context.measureText(text).width;

/** Writes lines of text from the side on which their script begins. */
function drawLines(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  place: { readonly top: number; readonly line: number; readonly width: number },
): void {
  context.textBaseline = 'middle';
  lines.forEach((text, index) => {
    const isRight = isRightToLeft(text);
    context.direction = isRight ? 'rtl' : 'ltr';
    context.textAlign = isRight ? 'right' : 'left';
    const x = isRight ? place.width - inset : inset;
    context.fillText(text, x, place.top + (index + 0.5) * place.line);
  });
  context.direction = 'ltr';
  context.textAlign = 'left';
}

/** The map with the title above it, the legend beside it and its sources below, on paper. */
function drawSheet(print: PrintedMap): HTMLCanvasElement {
  const map = drawPng(print.capture, '');
  const ratio = print.capture.pixelRatio;
  const rows = [...listLegendRows(print), ...listMeasurementRows(print)];
  const mapHeight = map.height / ratio;
  const rowsPerColumn = Math.max(1, Math.floor((mapHeight - 2 * inset) / legendRow));
  const columns = Math.ceil(rows.length / rowsPerColumn);
  const width = map.width / ratio + columns * legendColumn;
  const context = createContext();
  const { canvas } = context;
  const { fontFamily } = getComputedStyle(document.body);
  const titleFont = `650 20px ${fontFamily}`;
  const footerFont = `11px ${fontFamily}`;
  const room = width - 2 * inset;
  context.font = titleFont;
  const titleLines = breakLines(print.title, widthOn(context), room, maxTitleLines);
  context.font = footerFont;
  const footerLines = breakLines(`${print.date}. ${creditsOf(print)}`, widthOn(context), room, 8);
  const top = titleLines.length > 0 ? titleLines.length * titleLine + inset : 0;

  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round((top + mapHeight + footerLines.length * lineHeight + inset) * ratio);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(map, 0, Math.round(top * ratio));
  context.scale(ratio, ratio);
  context.fillStyle = ink;
  context.font = titleFont;
  drawLines(context, titleLines, { top: inset / 2, line: titleLine, width });
  context.font = footerFont;
  drawLines(context, footerLines, { top: top + mapHeight + inset / 2, line: lineHeight, width });
  rows.forEach((row, index) => {
    const x = map.width / ratio + inset + Math.floor(index / rowsPerColumn) * legendColumn;
    const y = top + inset + (index % rowsPerColumn) * legendRow;
    drawLegendRow(context, row, x, y, fontFamily);
  });
  return canvas;
}

function drawLegendRow(
  context: CanvasRenderingContext2D,
  row: PrintedRow,
  x: number,
  y: number,
  family: string,
): void {
  const indent = row.kind === 'entry' ? swatchSize.width + 6 : 0;
  if (row.kind === 'entry') {
    context.save();
    context.translate(x, y + (legendRow - swatchSize.height) / 2);
    drawSwatch(context, row.sample, ink);
    context.restore();
  }
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = ink;
  context.font = `${row.kind === 'head' || row.kind === 'name' ? 650 : 400} 12px ${family}`;
  const fitting = truncateText(row.text, legendColumn - indent - inset, widthOn(context));
  context.fillText(fitting, x + indent, y + legendRow / 2);
}

/** Saves the image with scale bar, its sources and what else is printed around it; only the sources without title and legend. */
export async function savePng(print: PrintedMap, fileName = 'map.png'): Promise<void> {
  const isSheet = print.title !== '' || print.legend.length > 0;
  const canvas = isSheet ? drawSheet(print) : drawPng(print.capture, creditsOf(print));
  download(await toBlob(canvas, 'image/png'), fileName);
}
