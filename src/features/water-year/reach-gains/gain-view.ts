import {
  defaultReference,
  formatReference,
  parseReference,
  type ReferenceChoice,
} from '#domain/gain-reference.ts';
import { type SeasonStart, seasonStarts } from '#domain/gain-season.ts';
import { type GainUnit, gainUnits } from '#domain/gain-units.ts';
import { type ChartState, readChartState, writeChartState } from '#kits/chart/index.ts';
import { addressCodec, nameField } from '#lib/address-codec.ts';

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

/** `unit=percent&since=oct&reference=all&drawn=gain`; parts that have their default are absent. */
export const gainViewCodec = addressCodec<GainView>({
  unit: nameField('unit', gainUnits, 'volume'),
  start: nameField('since', seasonStarts, 'nov'),
  reference: {
    key: 'reference',
    initial: defaultReference,
    parse: parseReference,
    format(reference) {
      const years = formatReference(reference);
      return years === formatReference(defaultReference) ? undefined : years;
    },
  },
  drawn: nameField('drawn', seasonMeasures, 'difference'),
});

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
