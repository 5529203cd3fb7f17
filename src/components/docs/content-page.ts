import { getEntry } from 'astro:content';

/** The page of content/pages with this name. @throws Error where its file is missing */
export async function loadContentPage(name: string) {
  const entry = await getEntry('pages', name);
  if (!entry) throw new Error(`content/pages/${name}.md is missing.`);
  return entry;
}
