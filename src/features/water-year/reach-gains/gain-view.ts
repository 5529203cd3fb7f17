import {
  defaultReference,
  formatReference,
  parseReference,
  type ReferenceChoice,
} from '#domain/gain-reference.ts';
import { type SeasonStart, seasonStarts } from '#domain/gain-season.ts';
import { type GainUnit, gainUnits } from '#domain/gain-units.ts';
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
