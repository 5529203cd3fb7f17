import rss from '@astrojs/rss';
import type { APIContext } from 'astro';
import { readVersions } from '#components/docs/versions.ts';
import { product } from '#config/product.ts';

/** Returns the changelog as an RSS feed. */
export async function GET({ site }: APIContext) {
  const versions = await readVersions();
  return rss({
    title: `${product.name}: changelog`,
    description: 'What is new in each version of the portal.',
    site: site?.href ?? 'http://localhost:4321',
    items: versions.map(({ data: { version, date, summary } }) => ({
      title: `Version ${version}`,
      description: summary,
      pubDate: new Date(`${date}T12:00:00Z`),
      link: `/changelog#v${version}`,
    })),
  });
}
