import type { Basin } from '#contract/basin.ts';
import { idwr } from './agencies/idwr-accounting.ts';
import { aquainfo } from './agencies/idwr-aquainfo.ts';
import { nrcs } from './agencies/nrcs.ts';
import { usbr } from './agencies/usbr.ts';
import { usgs } from './agencies/usgs/fetch.ts';
import { readSourceFile } from './read-source-file.ts';
import type { Source, SourceRequest, SourceSeries, SourceTools } from './source.ts';

/** Agencies by their names on the command line. */
export const sources: Readonly<Record<string, Source>> = {
  aquainfo,
  idwr,
  nrcs,
  usbr,
  usgs,
};

/** Fetches the series of a source, or reads them from a file. @throws SourceRefused */
export async function* readSeries(
  sourceName: string,
  basin: Basin,
  request: SourceRequest,
  tools: SourceTools,
): AsyncGenerator<SourceSeries> {
  const source = sources[sourceName];
  if (!source) return;
  if (request.file === undefined) yield* source.fetch(request, tools, basin);
  else yield* source.parseFile(await readSourceFile(request.file), request, basin);
}
