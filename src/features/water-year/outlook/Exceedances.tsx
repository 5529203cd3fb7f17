import { glossaryLink } from '#config/glossary.ts';
import type { Outlook } from '#contract/outlook.ts';
import { exceedances } from '#domain/exceedances.ts';
import { HelpLink } from '#kits/ui/HelpLink.tsx';
import { formatPercent, formatSignificant, formatWhole } from '#lib/format-number.ts';
import styles from '../season/Season.module.css';
import { SeasonTable } from '../season/SeasonTable.tsx';
import { toKaf } from '../season/volume-text.ts';
import { officialName } from './fan-chart.ts';

const meanings: Readonly<Record<number, string>> = {
  90: '9 in 10 years',
  50: 'the middle',
  10: '1 in 10 years',
};

/** The volumes by how probably they are exceeded, beside those of the agencies. */
export function Exceedances({ outlook: { forecast, official } }: { outlook: Outlook }) {
  return (
    <div className={styles.card}>
      <SeasonTable
        caption="Volume of the period by exceedance"
        header={[
          <>
            Exceeded <HelpLink {...glossaryLink('exceedance')} />
          </>,
          ...(forecast ? ['KAF', 'AF', '% of median'] : []),
          ...official.map((each) => `${officialName(each)} (KAF)`),
        ]}
      >
        {exceedances.map((chance, at) => (
          <tr key={chance} data-leading={chance === 50 || undefined}>
            <th scope="row">
              {chance} %
              {meanings[chance] !== undefined && <span className={styles.muted}> {meanings[chance]}</span>}
            </th>
            {forecast && (
              <>
                <td>{formatSignificant(toKaf(forecast.volumes_af[at] ?? 0), 3)}</td>
                <td>{formatWhole(forecast.volumes_af[at] ?? 0)}</td>
                <td>
                  {forecast.percents_of_median ? formatPercent(forecast.percents_of_median[at] ?? 0) : '–'}
                </td>
              </>
            )}
            {official.map((each) => {
              const value = each.volumes_af[at] ?? null;
              return (
                <td key={officialName(each) + each.station}>
                  {value === null ? '–' : formatSignificant(toKaf(value), 3)}
                </td>
              );
            })}
          </tr>
        ))}
      </SeasonTable>
      {official.length === 0 && (
        <p className={styles.muted}>
          No agency’s forecast of this period was published by the issue day, or is imported.
        </p>
      )}
    </div>
  );
}
