import { jsPDF } from 'jspdf';

/** Creates a page of letter size with a title and paragraphs. */
export function createPdf(title: string, paragraphs: readonly string[]): Buffer {
  const pdf = new jsPDF({ unit: 'pt', format: 'letter' });
  const width = 468;
  pdf.setProperties({ title, creator: 'Monitoring Dashboard' });
  pdf.setFontSize(18).text(pdf.splitTextToSize(plain(title), width), 72, 90);
  pdf.setFontSize(11);
  let top = 130;
  for (const paragraph of paragraphs) {
    const lines: string[] = pdf.splitTextToSize(plain(paragraph), width);
    pdf.text(lines, 72, top);
    top += lines.length * 15 + 10;
  }
  return Buffer.from(pdf.output('arraybuffer'));
}

/** Replaces curly quotes, which the standard PDF fonts lack here. */
function plain(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
}
