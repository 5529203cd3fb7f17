import type { ReachGainRecord } from '#contract/water-year.ts';
import type { YearKind } from '#domain/season.ts';
import styles from './GainsTable.module.css';
import { formatGain, gainUnit } from './gains-chart.ts';
import { type GainCell, shadesOf, toGainsTable } from './gains-table.ts';

export const gainsTitle = 'Monthly Reach Gains by Year';

type Props = { records: readonly ReachGainRecord[]; year: YearKind };

/** A row for each month and a column for each statistic and year, shaded within each month. */
export function GainsTable({ records, year }: Props) {
  const { columns, rows, totals } = toGainsTable(records, year);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={styles.region} tabIndex={0} aria-label={gainsTitle}>
        <table>
          <caption>
            {gainsTitle} ({gainUnit})
          </caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => {
              const shades = shadesOf(cells, columns);
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, at) => (
                    <td key={columns[at]} data-shade={shades[at]}>
                      <Gain cell={cell} />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            {totals.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, at) => (
                  <td key={columns[at]}>
                    <Gain cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tfoot>
        </table>
      </section>
      <p className={styles.note}>
        Shades run from each month’s minimum (brown) through its median to its maximum (blue). An asterisk
        marks sums with missing days or months. Totals of the statistics are sums of the column shown.
      </p>
    </>
  );
}

function Gain({ cell }: { cell: GainCell }) {
  if (!cell) return null;
  return (
    <>
      {formatGain(cell.value)}
      {!cell.complete && <abbr title="Incomplete: days are missing">*</abbr>}
    </>
  );
}
