import { useStore } from '@nanostores/react';
import type { OfficialStatistics } from '#contract/official-statistics.ts';
import { DateField, SelectField } from '#kits/form/Field.tsx';
import { TableView } from '#kits/table/index.ts';
import { Button, Grid, useScreen } from '#kits/ui/index.ts';
import { Page, RoleMissing } from '#kits/ui/Page.tsx';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { $admitted, $session } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { dataOf, toQueryRows } from '#stores/queries.ts';
import {
  comparisonColumns,
  createOfficialStatistics,
  describeDifference,
  describeStatistic,
  describeSummary,
  forecastColumns,
} from './screen.ts';

const statisticChoices = [
  { value: 'median', label: 'Median of a day' },
  { value: 'peak', label: 'Median peak of snow' },
] as const;

const differenceNote = 'Difference: ours less the agency’s, also in percent of the agency’s.';
const howToImport = <a href="/documentation/recipes/add-an-agency">How to import</a>;

/** Official Statistics: our medians beside the agencies'. Requests nothing before someone is signed in. */
export function OfficialStatisticsScreen({ title }: { title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted) return null;
  if ('user' in session && !session.user.isDeveloper)
    return <RoleMissing title={title} missing="Developer" />;
  return <Comparison title={title} />;
}

function Comparison({ title }: { title: string }) {
  const screen = useScreen(() =>
    createOfficialStatistics({ request, address: createAddress(), now: () => new Date() }),
  );
  const { statistic, day } = useStore(screen.$choice);
  const state = useStore(screen.comparisons.$state);
  const data = dataOf(state);
  const isLoading = state.status === 'loading' || state.status === 'renewing';
  const shown = describeStatistic(data ?? { statistic, day });
  return (
    <Page
      title={title}
      actions={
        <Button onClick={() => void screen.comparisons.retry()} aria-disabled={isLoading}>
          Refresh
        </Button>
      }
      info="The medians that this portal computes beside those that NRCS and USGS publish, and the official volume forecasts."
    >
      <Grid gap="3 4" data-align="start" data-fill>
        <SelectField
          label="Statistic"
          value={statistic}
          choices={statisticChoices}
          onChange={screen.setStatistic}
        />
        {statistic === 'median' && <DateField label="Day of the year" value={day} onChange={screen.setDay} />}
      </Grid>
      <h2>{shown}</h2>
      {data && data.rows.length > 0 && <Summary data={data} />}
      <TableView
        caption={shown}
        columns={comparisonColumns}
        data={toQueryRows(screen.comparisons, state, ({ rows }) => rows, title)}
        $table={screen.$table}
        noun={{ one: 'series', many: 'series' }}
        empty={
          data?.is_imported ? (
            'The agencies publish no such statistic.'
          ) : (
            <>No official statistics have been imported yet. {howToImport}</>
          )
        }
        csv={{
          title: shown,
          comment: () => [shown, differenceNote, formatExportedAt(new Date())],
        }}
      />
      <Explanation />
      <Forecasts screen={screen} />
    </Page>
  );
}

function Summary({ data }: { data: OfficialStatistics }) {
  const { largest } = data.summary;
  return (
    <>
      <p role="status">{describeSummary(data)}</p>
      {largest.length > 0 && (
        <>
          <h3>Largest differences</h3>
          <ul className="bullets line-length anywhere">
            {largest.map((row) => (
              <li key={`${row.loc_ndx} ${row.parameter_ndx} ${row.agency}`}>{describeDifference(row)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Explanation() {
  return (
    <>
      <h2>Why they may differ</h2>
      <ul className="bullets line-length anywhere">
        <li>
          Ours is the middle value of a day in the water years 1991 to 2020, of the values that are stored
          here, without smoothing. It needs 10 of the 30 years, or 5 for February 29. Values that fail a
          quality rule are left out; provisional ones are not.
        </li>
        <li>
          NRCS publishes medians of the same 30 years. It may estimate missing days first, so that its median
          rests on more years than ours.
        </li>
        <li>
          USGS computes its statistics from every approved year of the record. Dry or wet years before 1991 or
          after 2020 count there and not here.
        </li>
        <li>
          There is no percentage of temperatures, depths and elevations, or of less than an inch of snow.
          Series with demonstration values are listed, but not counted.
        </li>
      </ul>
    </>
  );
}

function Forecasts({ screen }: { screen: ReturnType<typeof createOfficialStatistics> }) {
  const title = 'Official volume forecasts';
  const state = useStore(screen.forecasts.$state);
  return (
    <>
      <h2>{title}</h2>
      <TableView
        caption={title}
        columns={forecastColumns}
        data={toQueryRows(screen.forecasts, state, (rows) => rows, 'The forecasts')}
        $table={screen.$forecastTable}
        noun={{ one: 'forecast', many: 'forecasts' }}
        empty={<>No official forecasts have been imported yet. {howToImport}</>}
        csv={{
          title,
          comment: () => [
            `${title} of NRCS, the newest of each forecast point and period`,
            'Volumes that are exceeded in 90, 70, 50, 30 and 10 of 100 years.',
            formatExportedAt(new Date()),
          ],
        }}
      />
    </>
  );
}
