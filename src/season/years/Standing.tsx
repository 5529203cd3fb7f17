import type { StandingRecord } from '#contract/season/water-year.ts';
import type { SeasonSelection } from '#domain/season/season-tool-address.ts';
import { Bar } from '#kits/ui/marks/Standing.tsx';
import { describeLatest } from './record-text.ts';

type StandingProps = {
  standing: StandingRecord;
  selection: Pick<SeasonSelection, 'measure' | 'year'>;
  today: string;
};

/** The sentence above a chart: the latest value, and where it stands. */
export function Standing({ standing, selection: { measure, year }, today }: StandingProps) {
  const described = describeLatest(standing, { measure, year, today }, 'row');
  if (!described) return <p>This record has no values yet.</p>;
  const { bar } = described.standing;
  return (
    <p>
      <span>{described.sentence}</span> {bar !== undefined && <Bar markup={bar} />}
    </p>
  );
}
