import zlib from 'node:zlib';

/** The objects of a PDF file as Chromium writes it, by their numbers: a dictionary, and a stream unpacked. */
function readObjects(file: Buffer): ReadonlyMap<string, { head: string; stream: string }> {
  const text = file.toString('latin1');
  const objects = [...text.matchAll(/(?:^|\n)(\d+) 0 obj\s/g)].map(({ 0: start, 1: id = '', index }) => {
    const from = index + start.length;
    const end = text.indexOf('endobj', from);
    const at = text.indexOf('stream', from);
    const hasStream = at >= 0 && at < end;
    const head = text.slice(from, hasStream ? at : end);
    if (!hasStream) return [id, { head, stream: '' }] as const;
    const first = text[at + 6] === '\r' ? at + 8 : at + 7;
    const packed = file.subarray(first, text.lastIndexOf('endstream', text.indexOf('endobj', first)));
    return [id, { head, stream: unpack(packed) }] as const;
  });
  return new Map(objects);
}

function unpack(packed: Buffer): string {
  try {
    return zlib.inflateSync(packed, { finishFlush: zlib.constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    return '';
  }
}

/** The characters of a font by its glyphs, which are hexadecimal numbers of two digits in a variable font, else of four. */
function readGlyphs(cmap: string): ReadonlyMap<string, string> {
  const toText = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((each) => Number.parseInt(each, 16)));
  const glyphs = new Map<string, string>();
  for (const [, block = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', to = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      glyphs.set(glyph.toUpperCase(), toText(to));
  }
  for (const [, block = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', start = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      for (let at = Number.parseInt(from, 16); at <= Number.parseInt(to, 16); at += 1) {
        const code = Number.parseInt(start, 16) + at - Number.parseInt(from, 16);
        glyphs.set(at.toString(16).padStart(from.length, '0').toUpperCase(), String.fromCharCode(code));
      }
    }
  }
  return glyphs;
}

/** What can be read on the pages of a PDF file that Chromium has printed, without white space. */
export function readPdfLetters(file: Buffer): string {
  const objects = readObjects(file);
  const fonts = new Map<string, ReadonlyMap<string, string>>(
    [...objects].flatMap(([id, { head }]) => {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1];
      return cmap === undefined ? [] : [[`F${id}`, readGlyphs(objects.get(cmap)?.stream ?? '')] as const];
    }),
  );
  let letters = '';
  for (const { stream } of objects.values()) {
    let glyphs: ReadonlyMap<string, string> | undefined;
    let width = 4;
    for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|(<[\dA-Fa-f]+>|\[[^\]]*\]) T[jJ]/g)) {
      if (font !== undefined) {
        glyphs = fonts.get(font);
        width = glyphs?.keys().next().value?.length ?? 4;
      }
      for (const [, run = ''] of (shown ?? '').matchAll(/<([\dA-Fa-f]+)>/g)) {
        for (let at = 0; at < run.length; at += width)
          letters += glyphs?.get(run.slice(at, at + width).toUpperCase()) ?? '';
      }
    }
  }
  // Ligatures are a character each.
  return letters.normalize('NFKC').replaceAll(/\s/g, '');
}
