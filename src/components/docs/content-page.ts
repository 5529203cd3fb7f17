import { getEntry } from 'astro:content';

/** Loads a page of content/pages by its name. @throws Error if its file is missing */
export async function loadContentPage(name: string) {
  const entry = await getEntry('pages', name);
  if (!entry) throw new Error(`content/pages/${name}.md is missing.`);
  return entry;
}
