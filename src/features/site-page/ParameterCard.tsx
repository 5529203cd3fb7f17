import type { SiteFacts, SiteRecord } from '#contract/site-page.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import { describeFullness } from '#domain/quantity.ts';
import { toneOf } from '#domain/standing.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { Sparkline } from '#kits/chart/Sparkline.tsx';
import chip from '#kits/ui/Chip.module.css';
import { RingMark } from '#kits/ui/index.ts';
import { describeLatest } from '#stores/latest-text.ts';
import styles from './ParameterCard.module.css';
import { classText, comparisonText, recordFacts } from './record-text.ts';

type Props = { site: SiteFacts; record: SiteRecord; today: string };

/** A parameter of the site: its latest value, where that stands, its last year, and what the record rests on. */
export function ParameterCard({ site, record, today }: Props) {
  return (
    <li className={styles.card}>
      <h2 className={styles.parameter}>{record.parameter_name}</h2>
      <Reading site={site} record={record} today={today} />
      {record.is_demonstration && <p className={styles.muted}>{demonstrationNote}</p>}
      <dl className={styles.facts}>
        {recordFacts(record).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function Reading({ site, record, today }: Props) {
  const { latest, parameter_ndx, parameter_name } = record;
  const [line] = describeLatest({ loc_ndx: site.loc_ndx, records: latest ? [latest] : [] }, today);
  if (!latest || !line) {
    return <p className={styles.muted}>No value of this record passes the quality rules yet.</p>;
  }
  const comparison = comparisonText(record);
  const capacity = parameter_ndx === parameterNdx.storage ? site.capacity_af : null;
  return (
    <>
      <div className={styles.reading}>
        <div className={styles.facing}>
          <p className={styles.number}>{line.value}</p>
          {capacity !== null && <p>{describeFullness(latest.value, capacity)}</p>}
          {line.change !== undefined && <p>{line.change}</p>}
          <p className={styles.muted}>{line.when}</p>
        </div>
        {line.line.days.length > 1 && (
          <a className={styles.line} href={line.chart}>
            <Sparkline
              label={`Chart of the last year of ${parameter_name}`}
              xs={line.line.days}
              ys={line.line.values}
              reversed={line.line.isReversed}
              maxGap={line.line.maxGap}
            />
          </a>
        )}
      </div>
      {latest.class !== null && (
        <p className={styles.standing}>
          <span className={chip.chip} data-tone={toneOf(latest.class)}>
            {classText(latest.class, parameter_ndx)}
          </span>{' '}
          {comparison}
        </p>
      )}
      {line.warning !== undefined && (
        <p className={styles.muted}>
          {line.state === 'late' ? <RingMark>{line.warning}</RingMark> : line.warning}
        </p>
      )}
    </>
  );
}
