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

/** Finds roots of React whose screen has no error boundary: an error would leave an empty page. Islands all have one. */
export function findOpenRoots({
  path,
  text,
}: {
  readonly path: string;
  readonly text: string;
}): readonly string[] {
  const isOpen = /\bcreateRoot\(/.test(text) && !text.includes('<ErrorBoundary>');
  return isOpen && /^src\/.*\.tsx?$/.test(path) ? [`${path}: renders without <ErrorBoundary>.`] : [];
}
