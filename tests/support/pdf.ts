import zlib from 'node:zlib';

/** The page streams of a PDF file, unpacked; pictures are left out. */
export function readPdfText(file: Buffer): string {
  const parts: string[] = [];
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue;
    const from = file[at + 6] === 13 ? at + 8 : at + 7;
    try {
      parts.push(zlib.inflateSync(file.subarray(from, file.indexOf('endstream', from))).toString('latin1'));
    } catch {
      // A stream that is packed otherwise, such as a photograph.
    }
  }
  return parts.join('\n');
}
