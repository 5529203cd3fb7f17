import { Copy } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { SeriesLocation } from '#contract/time-series.ts';
import { dataAddress } from '#domain/page-paths.ts';
import {
  columnHeader,
  type GainUnit,
  percentNote,
  unitNames,
  withheldReasons,
} from '#domain/season/gain-units.ts';
import { isYear, type YearKind } from '#domain/season/season.ts';
import { SegmentedField } from '#kits/form/Field.tsx';
import { LinkToData } from '#kits/ui/CopyButton.tsx';
import { Button, Row, Stack, VisuallyHidden } from '#kits/ui/index.ts';
import { formatOrdinal } from '#lib/count-text.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { showToast } from '#lib/page/toasts.ts';
import { CsvButton } from '#season/CsvButton.tsx';
import { describeAccess } from '#stores/data-access.ts';
import {
  type GainRow,
  shownCell,
  type TotalRow,
  toGainsCsv,
  toGainsTable,
  toGainsTsv,
} from '../files/gains-table.ts';
import {
  estimatedNote,
  gainsCsvComment,
  incompleteNote,
  shadesNote,
  totalsNote,
} from '../files/gains-text.ts';
import styles from './GainsTable.module.css';
import type { Gains } from './gains-charts.ts';

export const gainsTitle = 'Monthly Reach Gains by Year';

type GainsTableProps = {
  data: Pick<Gains, 'all' | 'toDate'>;
  year: YearKind;
  /** Where the values are from. */
  source: string;
  location: SeriesLocation | undefined;
  unit: GainUnit;
  onUnit: (unit: GainUnit) => void;
};

const unitChoices = [
  { value: 'volume', label: 'Acre-feet' },
  { value: 'percent', label: 'Percent of median' },
] as const;

/** A row for each month and total, and a column for each statistic and year, shaded within each row. */
export function GainsTable({ data, year, source, location, unit, onUnit }: GainsTableProps) {
  const table = useMemo(() => toGainsTable(data, year), [data, year]);
  const { columns, basis, months, totals, toDate } = table;
  const title = `${gainsTitle}, ${data.all[0]?.loc_name ?? ''}`;
  const csvOf = (exportedAt: string) =>
    toGainsCsv(
      table,
      [
        `${title} (${unitNames[unit]})`,
        ...(location ? [`Site number: ${location.loc_id}`] : []),
        ...gainsCsvComment(data.toDate, year, unit),
        `Source: ${source}`,
        exportedAt,
      ],
      unit,
    );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(toGainsTsv(table, unit));
      showToast('Data was copied to your clipboard.', 'success');
    } catch (cause) {
      showToast(toErrorMessage(cause), 'error');
    }
  };
  return (
    <>
      <Row gap={2} data-align="end" className={`no-print ${styles.tools}`}>
        <SegmentedField label="Gains in" value={unit} choices={unitChoices} onChange={onUnit} />
        <Button onClick={copy}>
          <Copy size={16} aria-hidden="true" /> Copy data
          <VisuallyHidden> of {gainsTitle}</VisuallyHidden>
        </Button>
        {location && (
          <LinkToData
            of={gainsTitle}
            address={dataAddress('reach-gains', { site: location.loc_id, year, unit })}
            access={describeAccess([location.data_provider])}
          />
        )}
        <CsvButton title={title} of={gainsTitle} textOf={csvOf} />
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={`frame scroll-table ${styles.region}`} tabIndex={0} aria-label={gainsTitle}>
        <table>
          <caption>
            <span>
              {gainsTitle} ({unitNames[unit]})
            </span>
          </caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {columns.map((column) => (
                <th key={column} scope="col" data-statistic={!isYear(column) || undefined}>
                  {columnHeader(column, unit)}
                </th>
              ))}
            </tr>
            <tr className={styles.minor}>
              <th scope="row">Statistics of</th>
              {columns.map((column, at) => (
                <td key={column} data-statistic={!isYear(column) || undefined}>
                  {basis[at]}
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((row) => (
              <GainCells key={row.name} row={row} columns={columns} unit={unit} header={row.name} />
            ))}
          </tbody>
          <tfoot>
            {[...totals, ...toDate].map((row) => (
              <TotalRows key={row.name} row={row} columns={columns} unit={unit} />
            ))}
          </tfoot>
        </table>
      </section>
      <Legend unit={unit} />
    </>
  );
}

type TotalRowsProps = { row: TotalRow; columns: readonly string[]; unit: GainUnit };

function TotalRows({ row, columns, unit }: TotalRowsProps) {
  const { name, dates, ranks, rankedYears, basis } = row;
  const header = (
    <>
      {name}
      {dates !== undefined && <small className="quiet-xs"> {dates}</small>}
    </>
  );
  return (
    <>
      <GainCells row={row} columns={columns} unit={unit} header={header} />
      <tr className={styles.minor}>
        <th scope="row">
          Rank of {rankedYears} complete years
          <VisuallyHidden> for {name}</VisuallyHidden>
        </th>
        {columns.map((column, at) => {
          const rank = ranks[at];
          return (
            <td key={column} data-statistic={!isYear(column) || undefined}>
              {rank === undefined ? basis[at] : formatOrdinal(rank)}
            </td>
          );
        })}
      </tr>
    </>
  );
}

type GainCellsProps = { row: GainRow; columns: readonly string[]; unit: GainUnit; header: ReactNode };

function GainCells({ row, columns, unit, header }: GainCellsProps) {
  const { cells, shades, basis, withheld } = row;
  return (
    <tr>
      <th scope="row">
        {header}
        {unit === 'percent' && withheld !== undefined && (
          <small className="quiet-xs">
            <VisuallyHidden> no percentage: </VisuallyHidden>
            {withheldReasons[withheld]}
          </small>
        )}
      </th>
      {columns.map((column, at) => {
        const cell = cells[at];
        const isIncomplete = cell !== undefined && cell.daysMissing > 0;
        const isEstimated = cell !== undefined && cell.daysEstimated > 0;
        const shown = shownCell(row, at, column, unit);
        const marks = [
          isIncomplete && 'incomplete',
          (isIncomplete || isEstimated) && basis[at],
          cell?.isProvisional && 'provisional',
          shown.withheld,
        ]
          .filter(Boolean)
          .join(', ');
        return (
          <td
            key={column}
            data-statistic={!isYear(column) || undefined}
            data-shade={shades[at] || undefined}
            style={{ ['--shade' as string]: Math.abs(shades[at] ?? 0) }}
            data-incomplete={isIncomplete || undefined}
            data-provisional={cell?.isProvisional || undefined}
            title={(isYear(column) ? marks : basis[at]) || undefined}
          >
            {shown.text}
            {isIncomplete && <abbr>*</abbr>}
            {isEstimated && <abbr>e</abbr>}
            {marks !== '' && <VisuallyHidden> {marks}</VisuallyHidden>}
          </td>
        );
      })}
    </tr>
  );
}

function Legend({ unit }: { unit: GainUnit }) {
  return (
    <Stack as="ul" gap={1} className={`quiet-xs ${styles.legend}`}>
      {unit === 'percent' && <li>{percentNote}</li>}
      <li>
        <span className={styles.scale} aria-hidden="true" />
        {shadesNote}
      </li>
      <li>
        <span className={styles.hatched} aria-hidden="true" />
        Hatched, with an asterisk: {incompleteNote}
      </li>
      <li>
        <abbr>e</abbr>: {estimatedNote}
      </li>
      <li>
        <i>In italics</i>: provisional, subject to revision by the agency.
      </li>
      <li>{totalsNote}</li>
    </Stack>
  );
}
