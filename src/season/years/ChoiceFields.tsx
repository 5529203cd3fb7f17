import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useMemo } from 'react';
import { glossaryLink } from '#config/documentation-links.ts';
import type { SeriesLocation } from '#contract/time-series.ts';
import { isYear } from '#domain/season/season.ts';
import { maxSeries, type SeasonSelection } from '#domain/season/season-tool-address.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { ChoiceField, MultiSelect } from '#kits/form/MultiSelect.tsx';
import { CompareWith } from './CompareWith.tsx';
import type { YearChoice } from './year-comparison.ts';

const yearChoices = [
  { value: 'water', label: 'Water year (1 Oct – 30 Sep)' },
  { value: 'irrigation', label: 'Irrigation year (1 Nov – 31 Oct)' },
] as const;

const measureChoices = [
  { value: 'value', label: 'Daily values' },
  { value: 'volume', label: 'Cumulative volume (AF)' },
] as const;

/** Location, parameter, series, measure where there is a choice, and the kind of year. */
export function ChoiceFields({ screen, isCompact }: { screen: YearChoice; isCompact: boolean }) {
  const selection = useStore(screen.$selection);
  const ready = useStore(screen.$ready);
  const locations = useStore(screen.$locations);
  const locationOptions = useMemo(
    () =>
      locations.map((each) => ({
        value: each.loc_ndx,
        label: each.loc_name,
        detail: `${each.loc_type_name} · ${each.data_provider} · ${each.loc_id}`,
      })),
    [locations],
  );
  return (
    <>
      <ChoiceField
        label="Location"
        noun="locations"
        options={locationOptions}
        value={selection.location}
        onChange={screen.setLocation}
        placeholder={ready ? 'Choose a location' : 'Loading…'}
        disabled={!ready}
      />
      {screen.$parameters && <ParameterField screen={screen} $parameters={screen.$parameters} />}
      <SeriesField screen={screen} isCompact={isCompact} />
      <CompareWith screen={screen} />
      <MeasureField screen={screen} />
      <SelectField
        label="Year"
        help={glossaryLink('water-year')}
        value={selection.year}
        choices={yearChoices}
        onChange={screen.setYear}
        disabled={!ready}
      />
    </>
  );
}

type SeriesFieldProps = {
  screen: {
    readonly $selection: ReadableAtom<Pick<SeasonSelection, 'series'>>;
    readonly $ready: ReadableAtom<boolean>;
    readonly $series: ReadableAtom<readonly string[]>;
    setSeries(names: readonly string[]): void;
  };
  isCompact: boolean;
};

/** The years and statistics. */
export function SeriesField({ screen, isCompact }: SeriesFieldProps) {
  const { series } = useStore(screen.$selection);
  const offered = useStore(screen.$series);
  const ready = useStore(screen.$ready);
  const options = useMemo(() => offered.map((each) => ({ value: each, label: each })), [offered]);
  return (
    <MultiSelect
      label="Series"
      help={glossaryLink('series')}
      noun="series"
      options={options}
      value={series}
      onChange={screen.setSeries}
      maxSelected={maxSeries}
      placeholder={ready ? 'Choose series' : 'Loading…'}
      disabled={!ready}
      isCompact={isCompact}
    />
  );
}

/** What is chosen: `Snake River near Heise · 2026, 2025 +4`. */
export function describeChoice(
  { location, series }: Pick<SeasonSelection, 'location' | 'series'>,
  locations: readonly Pick<SeriesLocation, 'loc_ndx' | 'loc_name'>[],
): string {
  const name = locations.find((each) => each.loc_ndx === location)?.loc_name ?? 'No location';
  const newest = series.toSorted((one, other) => other.localeCompare(one));
  const years = newest.filter(isYear).slice(0, 2);
  const others = series.length - years.length;
  return `${name} · ${[years.join(', '), others > 0 && `+${others}`].filter(Boolean).join(' ')}`;
}

function MeasureField({
  screen,
}: {
  screen: Pick<YearChoice, '$selection' | '$canBeVolume' | '$ready' | 'setMeasure'>;
}) {
  const { measure } = useStore(screen.$selection);
  const canBeVolume = useStore(screen.$canBeVolume);
  const ready = useStore(screen.$ready);
  if (!canBeVolume) return null;
  return (
    <SelectField
      label="Measure"
      value={measure}
      choices={measureChoices}
      onChange={screen.setMeasure}
      disabled={!ready}
    />
  );
}

type ParameterFieldProps = {
  screen: Pick<YearChoice, '$selection' | '$ready' | 'setParameter'>;
  $parameters: NonNullable<YearChoice['$parameters']>;
};

function ParameterField({ screen, $parameters }: ParameterFieldProps) {
  const { parameter } = useStore(screen.$selection);
  const ready = useStore(screen.$ready);
  const parameters = useStore($parameters);
  const choices = useMemo(
    () => [
      { value: '', label: ready ? 'Choose a parameter' : 'Loading…' },
      ...parameters.map((each) => ({
        value: String(each.parameter_ndx),
        label: `${each.parameter_name} (${each.units_name})`,
      })),
    ],
    [parameters, ready],
  );
  return (
    <SelectField
      label="Parameter"
      value={parameter === undefined ? '' : String(parameter)}
      choices={choices}
      onChange={(value) => screen.setParameter(parseOptionalNumber(value))}
      disabled={!ready}
    />
  );
}

function parseOptionalNumber(value: string): number | undefined {
  return value === '' ? undefined : Number(value);
}
