import { useState } from 'react';
import { formatUsDate, parseDay } from '#lib/calendar.ts';
import type { CsvCell } from '#lib/csv.ts';
import { formatMeasurement } from '#lib/format-number.ts';
import { Disclosure } from '../../ui/index.ts';
import tableStyles from '../export/DataTable.module.css';
import { factLines } from '../export/export-lines.ts';
import { ScrolledTable } from '../ScrolledTable.tsx';
import type { PointContent } from './types.ts';

/** The numbers behind the points as a table, for those who cannot see the chart or want exact values. */
export function PointTable({ content }: { content: PointContent }) {
  const [open, setOpen] = useState(false);
  const { title, table } = content;
  return (
    <div>
      <Disclosure label="The numbers of this chart as a table" open={open} onToggle={() => setOpen(!open)}>
        {open && (
          <>
            <ScrolledTable className={tableStyles.numbers} label={`Numbers of ${title}`}>
              <table>
                <caption>
                  <span>{title}</span>
                </caption>
                <thead>
                  <tr>
                    {table.header.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {table.rows.map(([first = '', ...cells]) => (
                    <tr key={String(first)}>
                      <th scope="row">{first}</th>
                      {cells.map((cell, at) => (
                        <td key={table.header[at + 1]}>{formatCell(cell)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrolledTable>
            {factLines(content, undefined).map((line) => (
              <p key={line} className={tableStyles.facts}>
                {line}
              </p>
            ))}
          </>
        )}
      </Disclosure>
    </div>
  );
}

/** Days of a file are `2026-04-01`; the portal shows them as it shows all days. */
function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return formatMeasurement(cell);
  return cell !== null && parseDay(cell) !== undefined ? formatUsDate(cell) : (cell ?? '');
}
