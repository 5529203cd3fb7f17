import { headStart } from '#lib/html.ts';

/** Finds pages that write the start of their head themselves instead of taking `headStart`, which has all of it. */
export function findOwnHeads({
  path,
  text,
}: {
  readonly path: string;
  readonly text: string;
}): readonly string[] {
  const isOwn = /<meta[^>]+(?:charset|viewport|format-detection)/i.test(text.replace(headStart, ''));
  return isOwn && path.startsWith('src/')
    ? [`${path}: begins its <head> without headStart of src/lib/html.ts.`]
    : [];
}
