import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { maxLocationsPerAxis, type Side } from '#domain/time-series/selection.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { $resolvedTheme } from '#stores/theme.ts';
import { BasketChoiceButton } from './BasketChoiceButton.tsx';
import { formatPeriod } from './notes.ts';
import type { TimeSeriesScreen } from './screen.ts';
import { colorsOf, seriesId } from './series.ts';
import styles from './TimeSeriesScreen.module.css';

const axisLabels: Record<Side, string> = { left: 'Left axis', right: 'Right axis' };

/** The fields of one axis: a parameter and the locations that have it. */
export function AxisFields({ screen, side }: { screen: TimeSeriesScreen; side: Side }) {
  const { $parameters, $locations, $record } = screen.offered[side];
  const parameters = useStore($parameters);
  const locations = useStore($locations);
  const record = useStore($record);
  const lists = useStore(screen.lists.$lists);
  const selection = useStore(screen.$selection);
  const stage = useStore(screen.$stage);
  const theme = useStore($resolvedTheme);
  const isReady = stage === 'ready';
  const { parameter, locations: chosen } = selection[side];
  const name = axisLabels[side];
  const colors = useMemo(() => colorsOf(selection, theme), [selection, theme]);
  const options = useMemo(
    () =>
      locations.map((each) => ({
        value: each.loc_ndx,
        label: each.loc_name,
        detail: `${each.loc_type_name} · ${each.data_provider} · ${each.loc_id}`,
        color: colors.get(seriesId(side, each.loc_ndx)),
      })),
    [locations, colors, side],
  );
  const choices = useMemo(
    () => [
      { value: '', label: lists.parameters ? 'Choose a parameter' : 'Loading…' },
      ...parameters.map(({ parameter_ndx, parameter_name, units_name }) => ({
        value: String(parameter_ndx),
        label: `${parameter_name} (${units_name})`,
      })),
    ],
    [parameters, lists.parameters],
  );
  return (
    <fieldset className={styles.axis} data-side={side}>
      <legend>
        {name}
        <svg className={styles.dash} width="32" height="6" aria-hidden="true">
          <line x1="0" y1="3" x2="32" y2="3" strokeDasharray={side === 'right' ? '6 4' : undefined} />
        </svg>
      </legend>
      <SelectField
        label={`Parameter, ${side} axis`}
        value={parameter === undefined ? '' : String(parameter)}
        choices={choices}
        onChange={(value) => screen.setParameter(side, value === '' ? undefined : Number(value))}
        disabled={!isReady}
      />
      <MultiSelect
        label={`Locations, ${side} axis`}
        noun="locations"
        options={options}
        value={chosen}
        onChange={(value) => screen.setLocations(side, value)}
        maxSelected={maxLocationsPerAxis}
        placeholder={
          lists.locations === undefined
            ? 'Loading…'
            : parameter === undefined
              ? 'Choose a parameter first'
              : `Find in ${options.length} locations`
        }
        disabled={!isReady || parameter === undefined}
        hint={record ? `Record ${formatPeriod(record)}` : undefined}
      />
      <BasketChoiceButton screen={screen} side={side} />
    </fieldset>
  );
}
