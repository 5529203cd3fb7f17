import type { StandingRecord } from '#contract/water-year.ts';
import type { SeasonSelection } from '#domain/season-tool-address.ts';
import { Row } from '#kits/ui/index.ts';
import { Bar } from '#kits/ui/Standing.tsx';
import { describeLatest } from './record-text.ts';

type StandingProps = {
  standing: StandingRecord;
  selection: Pick<SeasonSelection, 'measure' | 'year'>;
  today: string;
};

/** The sentence above a chart: the latest value, and where it stands. */
export function Standing({ standing, selection: { measure, year }, today }: StandingProps) {
  const described = describeLatest(standing, { measure, year, today }, 'card');
  if (!described)
    return (
      <Row as="p" gap="1 3">
        This record has no values yet.
      </Row>
    );
  const { bar } = described.standing;
  return (
    <Row as="p" gap="1 3">
      {bar !== undefined && <Bar markup={bar} />}
      <span>{described.sentence}</span>
    </Row>
  );
}
