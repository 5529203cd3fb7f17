import { describeDeliverers } from '#domain/deliverer.ts';
import { describeWellChange, describeWells } from '#domain/well-change.ts';
import { Sparkline } from '#kits/chart/Sparkline.tsx';
import { Sheet } from '#kits/ui/print/Sheet.tsx';
import { formatDay, formatUsDate } from '#lib/calendar.ts';
import { formatFixed } from '#lib/format-number.ts';
import styles from './SentinelScreen.module.css';
import type { Well } from './screen.ts';

/** The sentinel wells on paper: a row for each, with its last two years as a small line. */
export function WellsSheet({ wells }: { wells: readonly Well[] }) {
  return (
    <Sheet
      kind="table"
      status="ready"
      title={describeWells(wells.map(({ state }) => state?.change))}
      facts={{
        notes: ['Line: depth to water over the last two years; a rising line means a rising water level'],
        source: describeDeliverers(
          wells.map(({ location }) => ({
            name: location.loc_name,
            provider: location.data_provider,
            source: null,
          })),
        ),
      }}
    >
      <table className={`only-print full-width paper-table ${styles.paper}`}>
        <thead>
          <tr>
            <th scope="col">Well</th>
            <th scope="col">Last two years</th>
            <th scope="col">Depth to water</th>
            <th scope="col">Date</th>
            <th scope="col">Water level</th>
          </tr>
        </thead>
        <tbody>
          {wells.map(({ location, state, days, depths, maxGap, freshness }) => (
            <tr key={location.loc_ndx}>
              <th scope="row">{location.loc_name}</th>
              <td>{state && <Sparkline label="" xs={days} ys={depths} reversed maxGap={maxGap} />}</td>
              <td>{state && `${formatFixed(state.value, 2)}\u00a0ft`}</td>
              <td>{state && formatUsDate(formatDay(state.day))}</td>
              <td>
                {state ? describeWellChange(state.change) : 'no reading in the last two years'}
                {freshness.state === 'late' && `; ${freshness.text}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}
