import type { SeriesLocation } from '#contract/time-series.ts';
import type { StandingRecord } from '#contract/water-year.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import type { YearKind } from '#domain/season.ts';
import { siteComparisonUrl } from '#domain/time-series/address.ts';
import { Notice, VisuallyHidden } from '#kits/ui/index.ts';
import { describeFlaggedCount, describeLateRecord } from './record-notes.ts';

type RecordNotesProps = {
  standing: StandingRecord;
  /** The location as listed, with the summaries of its records. */
  location: SeriesLocation | undefined;
  parameter: number;
  measure?: 'value' | 'volume';
  series: readonly string[];
  year: YearKind;
  today: string;
};

/** The notices under a chart: synthetic values, flagged values, and a late record. */
export function RecordNotes(props: RecordNotesProps) {
  const { standing, location, parameter, measure = 'value', series, year, today } = props;
  const flagged = describeFlaggedCount(standing, measure);
  const late = location && describeLateRecord(location, parameter, { series, year }, today);
  return (
    <>
      {standing.is_demonstration && <Notice severity="info">{demonstrationNote}</Notice>}
      {flagged !== undefined && (
        <Notice severity="info">
          {flagged}{' '}
          <a href={siteComparisonUrl(standing.loc_ndx, parameter)}>
            See<VisuallyHidden> {standing.loc_name}</VisuallyHidden> in Time Series Comparisons
          </a>
        </Notice>
      )}
      {late !== undefined && <Notice severity="info">{late}</Notice>}
    </>
  );
}
