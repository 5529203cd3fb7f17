import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { glossaryLink } from '#config/documentation-links.ts';
import { maxLocationsPerAxis } from '#domain/time-series/site-comparison.ts';
import { DateField, SegmentedField, SelectField } from '#kits/form/Field.tsx';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { Button, Row, Stack } from '#kits/ui/index.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { axesOf, type Side } from '../rules/selection.ts';
import { lastYearOf, type Preset, presets } from './dates.ts';
import { axisActions, more } from './fills.ts';
import { HucFilterNote } from './HucFilterNote.tsx';
import { formatPeriod } from './notes.ts';
import type { TimeSeriesScreen } from './screen.ts';
import { colorsOf, seriesId } from './series.ts';
import styles from './TimeSeriesScreen.module.css';

const presetLabels: Record<Preset, string> = {
  'last-30-days': 'Last 30 days',
  'this-irrigation-season': 'This irrigation season',
  'this-water-year': 'This water year',
  'last-5-water-years': 'Last 5 water years',
  'full-record': 'Full record',
};

const axesChoices = [
  { value: 'two', label: 'Left and right' },
  { value: 'one', label: 'One axis' },
] as const;

/** The filters: HUC8s, dates, and the fields of each axis. */
export function FilterPanel({ screen }: { screen: TimeSeriesScreen }) {
  const { huc8s } = useStore(screen.lists.$lists);
  const selection = useStore(screen.$selection);
  const stage = useStore(screen.$stage);
  const preset = useStore(screen.$preset);
  const note = useStore(screen.$dateNote);
  const isReady = stage === 'ready';
  const waiting = useStore(screen.$faults).length > 0 ? 'Could not be loaded' : 'Loading…';
  const options = useMemo(
    () => (huc8s ?? []).map(({ huc8_ndx, huc8 }) => ({ value: huc8_ndx, label: huc8 })),
    [huc8s],
  );
  return (
    <Stack gap="3 4" className={styles.fields} aria-busy={!isReady}>
      <MultiSelect
        label="HUC8s"
        help={glossaryLink('huc8')}
        noun="HUC8s"
        options={options}
        value={selection.huc8s}
        onChange={screen.setHuc8s}
        placeholder={huc8s ? 'All HUC8s' : waiting}
        disabled={!isReady}
        hint="HUC8s narrow the lists below. Changing them clears both axes."
      />
      <SegmentedField
        label="Axes"
        value={selection.oneAxis ? 'one' : 'two'}
        choices={axesChoices}
        onChange={(choice) => screen.setOneAxis(choice === 'one')}
      />
      <Stack as="fieldset" gap="2 3" className={styles.dates}>
        <legend className="visually-hidden">Dates</legend>
        <DateField
          label="Start date"
          value={selection.start}
          onChange={(start) => screen.setDates({ start })}
          disabled={!isReady}
          error={note?.severity === 'error' ? note.text : undefined}
        />
        <DateField
          label="End date"
          value={selection.end}
          onChange={(end) => screen.setDates({ end })}
          disabled={!isReady}
        />
        <DateField
          label="As known on"
          value={selection.knownOn}
          onChange={(knownOn) => screen.setDates({ knownOn })}
          disabled={!isReady}
          hint="The values as known at the end of that day. Empty: as known now."
        />
        <Row gap={1} className={`whole-row ${styles.presets}`}>
          {presets.map((each) => (
            <Button
              key={each}
              variant="quiet"
              aria-pressed={preset === each}
              disabled={!isReady}
              onClick={() => screen.choosePreset(each)}
            >
              {presetLabels[each]}
            </Button>
          ))}
          <Button
            variant="quiet"
            disabled={!isReady || !lastYearOf(selection)}
            onClick={screen.chooseLastYear}
          >
            Same dates last year
          </Button>
        </Row>
        {note && note.severity !== 'error' && (
          <p
            className={`whole-row text-xs ${note.severity === 'warning' ? 'warning' : 'muted'}`}
            role="status"
          >
            {note.text}
          </p>
        )}
      </Stack>
      {axesOf(selection).map((side) => (
        <AxisFields key={side} screen={screen} side={side} />
      ))}
      {more && <more.Fields screen={screen} className={`ruled-above ${styles.axis} ${styles.more}`} />}
    </Stack>
  );
}

const axisLabels: Record<Side, string> = { left: 'Left axis', right: 'Right axis' };

/** The fields of one axis: a parameter and the locations that have it. */
function AxisFields({ screen, side }: { screen: TimeSeriesScreen; side: Side }) {
  const { $parameters, $locations, $record } = screen.offered[side];
  const parameters = useStore($parameters);
  const locations = useStore($locations);
  const record = useStore($record);
  const lists = useStore(screen.lists.$lists);
  const selection = useStore(screen.$selection);
  const stage = useStore(screen.$stage);
  const theme = useStore($resolvedTheme);
  const isReady = stage === 'ready';
  const waiting = useStore(screen.$faults).length > 0 ? 'Could not be loaded' : 'Loading…';
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
      { value: '', label: lists.parameters ? 'Choose a parameter' : waiting },
      ...parameters.map(({ parameter_ndx, parameter_name, units_name }) => ({
        value: String(parameter_ndx),
        label: `${parameter_name} (${units_name})`,
      })),
    ],
    [parameters, lists.parameters, waiting],
  );
  return (
    <Stack as="fieldset" gap="2 3" className={`ruled-above ${styles.axis}`} data-side={side}>
      <legend className="inline-row" data-gap={2}>
        {name}
        <svg stroke="var(--color-ink-muted)" strokeWidth="2" width="32" height="6" aria-hidden="true">
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
            ? waiting
            : parameter === undefined
              ? 'Choose a parameter first'
              : `Find in ${options.length} locations`
        }
        disabled={!isReady || parameter === undefined}
        hint={record ? `Record ${formatPeriod(record)}` : undefined}
      />
      <HucFilterNote screen={screen} of={`locations of the ${side} axis`} />
      {axisActions.map(([file, Action]) => (
        <Action key={file} screen={screen} side={side} />
      ))}
    </Stack>
  );
}
