import { readOutlines } from '#config/outlines.ts';

/** State and county lines of the region, for maps whose basemap cannot be reached. */
export function GET(): Response {
  return new Response(JSON.stringify(readOutlines()), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}
