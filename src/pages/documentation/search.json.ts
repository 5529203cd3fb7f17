import { readPassages } from '#components/docs/passages.ts';

/** The index that the documentation's search loads. */
export async function GET() {
  return new Response(JSON.stringify(await readPassages()), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}
