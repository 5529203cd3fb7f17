import type { SeriesLocation } from '#contract/time-series.ts';
import type { StandingRecord, WaterYearRecord } from '#contract/water-year.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { describeEndedVolumes } from '#domain/volume-notes.ts';
import { Notice, Notices, VisuallyHidden } from '#kits/ui/index.ts';
import { describeFlaggedCount } from './record-notes.ts';

type RecordNotesProps = {
  standing: StandingRecord;
  /** The records that the chart shows. Absent for sums of months. */
  records?: readonly WaterYearRecord[];
  /** The location as listed, with the summaries of its records. */
  location: SeriesLocation | undefined;
  parameter: number;
  selection: Pick<SeasonSelection, 'year' | 'measure'>;
};

/** The notices under a chart: synthetic values, flagged values and volumes that ended at a gap. */
export function RecordNotes({ standing, records, location, parameter, selection }: RecordNotesProps) {
  const { measure, year } = selection;
  const flagged = describeFlaggedCount(standing, measure);
  const summary = location?.records.find((each) => each.parameter_ndx === parameter);
  const ended =
    measure === 'volume' && records && summary?.por_end
      ? describeEndedVolumes(records, year, summary.por_end)
      : [];
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
      <Notices severity="info" texts={ended} />
      <p>
        <a href={pathOfSite(standing.loc_ndx)}>All about {standing.loc_name}</a>
      </p>
    </>
  );
}
