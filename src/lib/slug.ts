/**
 * Creates the part of an address that stands for a heading or a name, as the Markdown processor does for headings:
 * `Snow Water Equivalent` becomes `snow-water-equivalent`.
 */
export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
