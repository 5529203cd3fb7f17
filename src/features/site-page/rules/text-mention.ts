/**
 * Whether a text names a site: its name in upper or lower case, or the agency's id as it is written, as a whole word. `MIN`
 * is not in `10 min`, and `HEII` is not in `HEII-QU`.
 */
export function mentionsSite(
  text: string,
  { name, id }: { readonly name: string; readonly id: string },
): boolean {
  return wholeWord(name, 'iu').test(text) || wholeWord(id, 'u').test(text);
}

function wholeWord(word: string, flags: string): RegExp {
  const pattern = word
    .trim()
    .split(/\s+/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\${sign}`))
    .join('\\s+');
  return pattern === ''
    ? /(?!)/
    : new RegExp(`(?<![\\p{L}\\p{N}_-])${pattern}(?![\\p{L}\\p{N}_]|-[\\p{L}\\p{N}])`, flags);
}
