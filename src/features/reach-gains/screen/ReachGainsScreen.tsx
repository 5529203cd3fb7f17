import { useStore } from '@nanostores/react';
import { Fragment, useState } from 'react';
import type { RiverOrder } from '#config/basin/river-order.ts';
import type { ReachGainToDate } from '#contract/season/water-year.ts';
import { isYear, type YearKind } from '#domain/season/season.ts';
import { Row, Stack } from '#kits/ui/index.ts';
import { monthlyGainsAddress } from '#season/years/data-links.ts';
import { YearComparison } from '#season/years/YearComparison.tsx';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { describeToDate, nameToDate } from '../files/gains-text.ts';
import { GainsTable, gainsTitle } from './GainsTable.tsx';
import {
  describeLatestMonth,
  gainsChartContent,
  gainsComputation,
  missingGainsNotes,
} from './gains-charts.ts';
import { createReachGains } from './screen.ts';

const gainsView = {
  contentOf: gainsChartContent,
  findingOf: describeLatestMonth,
  missingNotes: missingGainsNotes,
  computation: gainsComputation,
  chartAddressOf: monthlyGainsAddress,
};

type ReachGainsProps = { title: string; river: RiverOrder };

/** Reach Gains Comparisons. Requests nothing before someone is signed in. */
export function ReachGainsScreen(props: ReachGainsProps) {
  return useStore($admitted) ? <AdmittedScreen {...props} /> : null;
}

function AdmittedScreen({ title, river }: ReachGainsProps) {
  const [screen] = useState(() =>
    createReachGains({ request, address: createAddress(), now: () => new Date(), river }),
  );
  const { unit } = useStore(screen.$view);
  return (
    <YearComparison
      create={() => screen}
      title={title}
      board={(isFolded) =>
        screen.parts.map(({ name, renderBefore }) => <Fragment key={name}>{renderBefore(isFolded)}</Fragment>)
      }
      info="After selecting your inputs, click the red 'Submit' button to compare what a reach gains month by month across different years."
      mapLabel="Map of reaches"
      view={gainsView}
      hint="The monthly gains of a reach will be drawn here, year by year: choose series and a location, then press Submit."
      addressOf={monthlyGainsAddress}
      tables={({ result, source, location }, table) =>
        result.status === 'ready' &&
        result.data.all.length > 0 && (
          <>
            <SeasonToDate toDate={result.data.toDate} year={result.selection.year} />
            {result.data.toDate.length > 0 &&
              screen.parts.map(({ name, renderAbove }) => (
                <Fragment key={name}>
                  {renderAbove({
                    years: [...new Set(result.data.all.map((each) => each.year_num))].filter(isYear),
                    source,
                    location,
                  })}
                </Fragment>
              ))}
            <h2>{gainsTitle}</h2>
            <GainsTable
              data={result.data}
              year={result.selection.year}
              source={source}
              location={location}
              unit={unit}
              onUnit={(chosen) => screen.setView({ unit: chosen })}
            />
            {table({
              title: 'Reach Gains of the Chosen Series',
              noun: { one: 'month', many: 'months' },
              data: { status: 'ready', rows: result.data.chosen },
            })}
          </>
        )
      }
    />
  );
}

type SeasonToDateProps = { toDate: readonly ReachGainToDate[]; year: YearKind };

/** The latest season and year to date, against the same dates of other years. */
function SeasonToDate({ toDate, year }: SeasonToDateProps) {
  if (toDate.length === 0) return null;
  return (
    <>
      <h2>Season to Date</h2>
      <Stack as="dl" gap={3}>
        {toDate.map((each) => {
          const { dates, gain, comparison } = describeToDate(each);
          return (
            <div key={each.month_abbrev}>
              <dt className="quiet">
                {nameToDate(each, year)} <span>({dates})</span>
              </dt>
              <Row as="dd" gap="0 3" data-baseline>
                <strong className="text-xl">{gain}</strong> <span>{comparison}.</span>
              </Row>
            </div>
          );
        })}
      </Stack>
    </>
  );
}
