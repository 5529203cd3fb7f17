import type { Basin } from '#contract/basin.ts';
import { idwr } from './agencies/idwr-accounting/fetch.ts';
import { aquainfo } from './agencies/idwr-aquainfo/fetch.ts';
import { type Hydrography, readHydrography } from './agencies/nhd/fetch.ts';
import { nrcs } from './agencies/nrcs/fetch.ts';
import { usbr } from './agencies/usbr/fetch.ts';
import { usgs } from './agencies/usgs/fetch.ts';
import { readBoundaries } from './agencies/wbd/fetch.ts';
import type { HydrologicUnit } from './agencies/wbd/parse.ts';
import type { OfficialSite } from './official/official-site.ts';
import { readOfficial } from './official/read-official.ts';
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

/** Fetches or reads what an import writes, here or in another thread. The methods throw SourceRefused. */
export type SeriesReader = {
  series(
    sourceName: string,
    basin: Basin,
    request: SourceRequest,
    tools: SourceTools,
  ): AsyncIterable<SourceSeries>;
  boundaries(basin: Basin, request: SourceRequest, tools: SourceTools): Promise<readonly HydrologicUnit[]>;
  /** The rivers and waterbodies of the basin, from the service only. */
  hydrography(basin: Basin, tools: SourceTools): Promise<Hydrography>;
  /** What agencies publish as statistics and forecasts, from their services only. */
  official(basin: Basin, request: SourceRequest, tools: SourceTools): AsyncIterable<OfficialSite>;
};

/** Reads in this thread. */
export const localReader: SeriesReader = {
  async *series(sourceName, basin, request, tools) {
    const source = sources[sourceName];
    if (!source) return;
    if (request.file === undefined) yield* source.fetch(request, tools, basin);
    else yield* source.parseFile(await readSourceFile(request.file), request, basin);
  },
  boundaries: readBoundaries,
  hydrography: readHydrography,
  official: readOfficial,
};
