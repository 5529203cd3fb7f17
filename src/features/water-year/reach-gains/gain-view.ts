import {
  defaultReference,
  formatReference,
  parseReference,
  type ReferenceChoice,
} from '#domain/gain-reference.ts';
import { type SeasonStart, seasonStarts } from '#domain/gain-season.ts';
import { type GainUnit, gainUnits } from '#domain/gain-units.ts';
import { type ChartState, readChartState, writeChartState } from '#kits/chart/index.ts';

/** How the gains of a reach are shown, apart from the choice that is submitted. */
export type GainView = {
  readonly unit: GainUnit;
  readonly start: SeasonStart;
  readonly reference: ReferenceChoice;
  /** What the season's chart draws. */
  readonly drawn: SeasonMeasure;
};

/** The gain since the first day of the season, or how far it is from the median. */
export const seasonMeasures = ['difference', 'gain'] as const;
export type SeasonMeasure = (typeof seasonMeasures)[number];

export const defaultView: GainView = {
  unit: 'volume',
  start: 'nov',
  reference: defaultReference,
  drawn: 'difference',
};

/** `unit=percent&since=oct&reference=all&drawn=gain`; parts that have their default are absent. */
export function writeGainView({ unit, start, reference, drawn }: GainView): string {
  const query = new URLSearchParams();
  if (unit !== defaultView.unit) query.set('unit', unit);
  if (start !== defaultView.start) query.set('since', start);
  const years = formatReference(reference);
  if (years !== formatReference(defaultReference)) query.set('reference', years);
  if (drawn !== defaultView.drawn) query.set('drawn', drawn);
  return query.toString();
}

/** Reads a query. Invalid parts get their defaults. */
export function readGainView(text: string): GainView {
  const query = new URLSearchParams(text);
  return {
    unit: gainUnits.find((each) => each === query.get('unit')) ?? defaultView.unit,
    start: seasonStarts.find((each) => each === query.get('since')) ?? defaultView.start,
    reference: parseReference(query.get('reference') ?? '') ?? defaultView.reference,
    drawn: seasonMeasures.find((each) => each === query.get('drawn')) ?? defaultView.drawn,
  };
}

/** Tells the keys of the season's chart from those of the monthly one. */
const seasonPrefix = 's.';

/** `s.x=31..92&s.off=2021` */
export function writeSeasonChart(state: ChartState): string {
  const own = new URLSearchParams(writeChartState(state, 'season'));
  const query = new URLSearchParams([...own].map(([key, value]) => [`${seasonPrefix}${key}`, value]));
  return query.toString().replaceAll('%2C', ',');
}

export function readSeasonChart(text: string): ChartState {
  const own = [...new URLSearchParams(text)].flatMap(([key, value]) =>
    key.startsWith(seasonPrefix) ? [[key.slice(seasonPrefix.length), value]] : [],
  );
  return readChartState(new URLSearchParams(own).toString(), 'season');
}
