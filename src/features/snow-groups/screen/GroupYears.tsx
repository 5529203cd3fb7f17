import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { waterYear } from '#domain/water-year.ts';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import boardTable from '#kits/ui/BoardTable.module.css';
import { Row } from '#kits/ui/Layout.tsx';
import { dayNumber } from '#lib/calendar.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { formatPercent } from '#lib/format-number.ts';
import { CompareMenu } from '#season/years/CompareWith.tsx';
import { formatInches } from '../../snotel/index.ts';
import { maxSnowYears, type SnowGroup } from '../contract.ts';
import type { SnowGroupsState } from './state.ts';

type Props = { screen: SnowGroupsState; group: SnowGroup };

/** Lays past water years over that of the group: any of them, the drought years, and those most like this one. */
export function GroupYears({ screen, group }: Props) {
  const years = useStore(screen.groups.$choice)?.years;
  const chosen = useMemo(() => (years ?? []).map(String), [years]);
  const offered = useMemo(() => yearsBefore(group), [group]);
  const options = useMemo(() => offered.map((each) => ({ value: each, label: each })), [offered]);
  return (
    <Row gap="2 3" data-align="end" className="no-print">
      <MultiSelect
        label="Years beside this one"
        noun="years"
        options={options}
        value={chosen}
        onChange={(names) => screen.setYears(names.map(Number))}
        maxSelected={maxSnowYears}
        placeholder={`Choose from ${group.first_year} on`}
        disabled={options.length === 0}
        isCompact
      />
      <CompareMenu
        {...{ chosen, offered, today: screen.today, moreYears: screen.moreYears }}
        onChange={(series) => screen.setYears(series.map(Number))}
      />
    </Row>
  );
}

/** The water years that can be laid over that of a group. */
function yearsBefore({ on, first_year }: SnowGroup): readonly string[] {
  const last = waterYear(dayNumber(on)) - 1;
  return Array.from({ length: Math.max(0, last - first_year + 1) }, (_, at) => String(last - at));
}

/** What the group had on the same date of the chosen years, and the peaks of those years. */
export function YearFigures({ group: { label, on, years } }: { group: SnowGroup }) {
  return (
    <table className={`${boardTable.table} full-width`}>
      <caption>{label} in the chosen years</caption>
      <thead>
        <tr>
          <th scope="col">Water year</th>
          <th scope="col">Snow on {monthAndDay(on)}</th>
          <th scope="col">Of the median</th>
          <th scope="col">Peak</th>
        </tr>
      </thead>
      <tbody>
        {years.map(({ year, value, percent_of_median: percent, peak }) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            <td>
              <strong>{value === null ? 'no value' : formatInches(value)}</strong>
            </td>
            <td>{percent === null ? 'no percentage' : formatPercent(percent)}</td>
            <td>{peak ? `${formatInches(peak.value)} on ${monthAndDay(peak.rdate)}` : 'no value'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
