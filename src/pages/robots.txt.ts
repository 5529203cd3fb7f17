import type { APIContext } from 'astro';

/** Everything that is open may be found; the API and the pages that ask to sign in need not be. */
export function GET({ site }: APIContext) {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /models',
    'Disallow: /account',
    'Allow: /',
    '',
    `Sitemap: ${new URL('/sitemap-index.xml', site).href}`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
