import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { glossaryLink } from '#config/glossary.ts';
import { maxSeries } from '#domain/season-selection.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { SubmitButton } from '#kits/form/SubmitButton.tsx';
import type { YearChoice } from './year-comparison.ts';

const yearChoices = [
  { value: 'water', label: 'Water year (1 Oct – 30 Sep)' },
  { value: 'irrigation', label: 'Irrigation year (1 Nov – 31 Oct)' },
] as const;

const measureChoices = [
  { value: 'value', label: 'Daily values' },
  { value: 'volume', label: 'Cumulative volume (AF)' },
] as const;

/** Series, parameter and measure where there is a choice, location, and the kind of year. */
export function ChoicePanel({ screen }: { screen: YearChoice }) {
  const selection = useStore(screen.$selection);
  const ready = useStore(screen.$ready);
  const reason = useStore(screen.$reason);
  const result = useStore(screen.result.$state);
  const locations = useStore(screen.$locations);
  const series = useStore(screen.$series);
  const seriesOptions = useMemo(() => series.map((each) => ({ value: each, label: each })), [series]);
  const locationChoices = useMemo(
    () => [
      { value: '', label: ready ? 'Choose a location' : 'Loading…' },
      ...locations.map((each) => ({ value: String(each.loc_ndx), label: each.loc_name })),
    ],
    [locations, ready],
  );
  return (
    <>
      <MultiSelect
        label="Series"
        help={glossaryLink('series')}
        noun="series"
        options={seriesOptions}
        value={selection.series}
        onChange={screen.setSeries}
        maxSelected={maxSeries}
        placeholder={ready ? 'Choose series' : 'Loading…'}
        disabled={!ready}
      />
      {screen.$parameters && <ParameterField screen={screen} $parameters={screen.$parameters} />}
      <SelectField
        label="Location"
        value={selection.location === undefined ? '' : String(selection.location)}
        choices={locationChoices}
        onChange={(value) => screen.setLocation(parseOptionalNumber(value))}
        disabled={!ready}
      />
      <MeasureField screen={screen} />
      <SelectField
        label="Year"
        help={glossaryLink('water-year')}
        value={selection.year}
        choices={yearChoices}
        onChange={screen.setYear}
        disabled={!ready}
      />
      <SubmitButton reason={reason} pending={result.status === 'loading'} onClick={screen.submit}>
        Submit
      </SubmitButton>
    </>
  );
}

function MeasureField({
  screen,
}: {
  screen: Pick<YearChoice, '$selection' | '$canBeVolume' | 'setMeasure'>;
}) {
  const { measure } = useStore(screen.$selection);
  const canBeVolume = useStore(screen.$canBeVolume);
  if (!canBeVolume) return null;
  return (
    <SelectField label="Measure" value={measure} choices={measureChoices} onChange={screen.setMeasure} />
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
