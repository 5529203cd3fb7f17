import * as z from 'zod/mini';
import type { Store } from '#server/db/open.ts';
import { fetchText } from '../fetch-text.ts';
import { writeLookups } from '../lookups.ts';
import { parseJson } from '../normalise/answers.ts';
import { readSourceFile } from '../read-source-file.ts';
import type { IngestReport } from '../report.ts';
import { SourceRefused, type SourceRequest, type SourceTools } from '../source.ts';

/** HUC8s of the USGS Watershed Boundary Dataset, generalised to what a map of a basin can show. */
const defaultAddress = 'https://hydro.nationalmap.gov/arcgis/rest/services/wbd/MapServer/4/query';
const featuresPerRequest = 50;
const mostRequests = 40;

const position = z
  .array(z.number())
  .check(
    z.refine(
      ([lon = 999, lat = 999]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90,
      'must be longitude and latitude',
    ),
  );
const ring = z.array(position).check(z.minLength(4, 'a ring has at least four positions'));
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).check(z.minLength(1)) }),
  z.object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(ring).check(z.minLength(1))).check(z.minLength(1)),
  }),
]);
const Collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.object({ properties: z.record(z.string(), z.unknown()), geometry: z.unknown() })),
  exceededTransferLimit: z.optional(z.boolean()),
  properties: z.optional(z.object({ exceededTransferLimit: z.optional(z.boolean()) })),
});
type Feature = z.output<typeof Collection>['features'][number];

/**
 * Replaces the approximate areas of the portal's HUC8s by real ones, all or none of them in one transaction.
 * A HUC8 that the portal does not have is named and left out, one whose shape is none is refused alone.
 * @throws SourceRefused where the file or the answer is no collection of areas
 */
export async function ingestBoundaries(
  store: Store,
  request: SourceRequest,
  tools: SourceTools,
  report: IngestReport,
): Promise<void> {
  const features = request.file ? await fromFile(request.file) : await fromNetwork(tools);
  const wanted = request.sites && new Set(request.sites);
  await store.transaction(async (transaction) => {
    await writeLookups(transaction);
    for (const feature of features) {
      const code = codeOf(feature);
      if (wanted && !wanted.has(code)) continue;
      report.rows_read += 1;
      const shape = z.safeParse(Geometry, feature.geometry);
      if (!shape.success) {
        report.rows_rejected += 1;
        report.failures.push({
          name: code,
          message: `Its shape is none: ${shape.error.issues[0]?.message}.`,
        });
        continue;
      }
      const [row] = await transaction.query<{ known: boolean; same: boolean }>(
        `select true as known, coalesce(boundary = $2::text::jsonb and not boundary_is_approximate, false) as same
         from huc8 where huc8_code = $1`,
        [code, JSON.stringify(shape.data)],
      );
      if (!row) report.unknown_columns.push(code);
      else if (row.same) report.rows_unchanged += 1;
      else {
        await transaction.query(
          'update huc8 set boundary = $2::text::jsonb, boundary_is_approximate = false where huc8_code = $1',
          [code, JSON.stringify(shape.data)],
        );
        report.rows_written += 1;
      }
    }
  });
  tools.onProgress(`${report.rows_written} boundaries written, ${report.rows_unchanged} unchanged`);
}

function codeOf({ properties }: Feature): string {
  const code = properties.huc8 ?? properties.HUC8;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : '';
}

async function fromFile(file: string): Promise<readonly Feature[]> {
  return parse(await readSourceFile(file)).features;
}

/** All HUC8s of HUC4 1704, page by page. */
async function fromNetwork(tools: SourceTools): Promise<readonly Feature[]> {
  const features: Feature[] = [];
  for (let page = 0; page < mostRequests; page += 1) {
    const url = new URL(tools.environment.WBD_URL || defaultAddress);
    url.searchParams.set('where', "huc8 LIKE '1704%'");
    url.searchParams.set('outFields', 'huc8,name');
    url.searchParams.set('outSR', '4326');
    url.searchParams.set('geometryPrecision', '4');
    url.searchParams.set('maxAllowableOffset', '0.002');
    url.searchParams.set('orderByFields', 'huc8');
    url.searchParams.set('resultOffset', String(features.length));
    url.searchParams.set('resultRecordCount', String(featuresPerRequest));
    url.searchParams.set('f', 'geojson');
    const answer = parse(await fetchText(url.href, tools));
    features.push(...answer.features);
    const isMore = answer.exceededTransferLimit ?? answer.properties?.exceededTransferLimit ?? false;
    if (!isMore || answer.features.length === 0) return features;
  }
  throw new SourceRefused('The service has more and more areas; something is wrong with its pages.');
}

function parse(text: string): z.output<typeof Collection> {
  const read = z.safeParse(Collection, parseJson(text, 'areas'));
  if (read.success) return read.data;
  throw new SourceRefused('This is no GeoJSON collection of areas with a property huc8.');
}
