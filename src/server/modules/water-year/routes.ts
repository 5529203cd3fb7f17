import type { FastifyInstance } from 'fastify';
import {
  listAnalysisLocations,
  listAnalysisParameters,
  listAnalysisSeries,
  listReachLocations,
  readReachGains,
  readReachGainsOfAllYears,
  readStanding,
  readWaterYears,
} from '#contract/water-year.ts';
import { mostSeries } from '#domain/season-selection.ts';
import { parameter as known } from '#domain/vocabulary.ts';
import type { Store } from '../../db/open.ts';
import { keep } from '../../kept.ts';
import { mount } from '../../mount.ts';
import { HttpProblem } from '../../problems.ts';
import { parameters, seriesLocations } from '../time-series/queries.ts';
import { comparisonOf, gainsOf, measured, standingRecordOf } from './comparison.ts';
import { analysisSeries, reachLocations } from './queries.ts';
import { readWholeRecord } from './records.ts';

const reachGain = String(known.reachGain);

export function mountWaterYear(app: FastifyInstance, store: Store) {
  mount(app, listAnalysisParameters, keep(store, parameters));
  mount(app, listAnalysisLocations, keep(store, seriesLocations));
  mount(app, listReachLocations, keep(store, reachLocations));
  mount(app, listAnalysisSeries, keep(store, analysisSeries));

  mount(app, readWaterYears, async ({ params: { parameter, location, series }, query }) => {
    const wanted = listOf(series);
    const { year = 'water', measure = 'value' } = query;
    const record = await readWholeRecord(store, parameter, location);
    return comparisonOf(measured(record, year, measure), wanted, year);
  });

  mount(app, readStanding, async ({ params: { parameter, location }, query }) => {
    const { year = 'water', measure = 'value' } = query;
    const record = await readWholeRecord(store, parameter, location);
    return standingRecordOf(measured(record, year, measure), year);
  });

  mount(app, readReachGains, async ({ params: { location, series }, query: { year = 'water' } }) => {
    const wanted = listOf(series);
    return gainsOf(await readWholeRecord(store, reachGain, location), year, wanted);
  });

  mount(app, readReachGainsOfAllYears, async ({ params: { location }, query: { year = 'water' } }) =>
    gainsOf(await readWholeRecord(store, reachGain, location), year, undefined),
  );
}

function listOf(series: string): string[] {
  const wanted = [...new Set(series.split(','))];
  if (wanted.length > mostSeries) {
    const message = `At most ${mostSeries} series; these are ${wanted.length}.`;
    throw new HttpProblem(400, message, { errors: [{ path: 'series', message }] });
  }
  return wanted;
}
