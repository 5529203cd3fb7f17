import { useStore } from '@nanostores/react';
import type { OutlookPointOption } from '#config/outlook.ts';
import type { Outlook } from '#contract/outlook.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { formatUsDate } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { IssueDay } from '../season/IssueDay.tsx';
import styles from '../season/Season.module.css';
import { SeasonAnswer } from '../season/SeasonAnswer.tsx';
import { OutlookView } from './OutlookView.tsx';
import { createOutlook, type OutlookScreen } from './screen.ts';

type OutlookPartProps = { address: Address; points: readonly OutlookPointOption[] };

/** The forecast volume of a season at a point: choose point and issue day, read the outlook and its record. */
export function OutlookPart({ address, points }: OutlookPartProps) {
  const screen = useScreen(() => createOutlook({ request, address, points, now: () => new Date() }));
  const { data } = useStore(screen.$answer);
  return (
    <div className={styles.part}>
      <Choice screen={screen} outlook={data} />
      <SeasonAnswer
        screen={screen}
        what="The outlook"
        loading="the outlook"
        shown={({ issued, label }) => `the outlook of ${formatUsDate(issued)} for ${label}`}
      >
        {(outlook) => <OutlookView screen={screen} outlook={outlook} />}
      </SeasonAnswer>
    </div>
  );
}

type ChoiceProps = { screen: OutlookScreen; outlook: Outlook | undefined };

function Choice({ screen, outlook }: ChoiceProps) {
  const { point, issued } = useStore(screen.$choice);
  const option = screen.points.find(({ id }) => id === point);
  return (
    <section className={styles.controls} aria-label="What to forecast">
      <SelectField
        label="Point"
        value={point}
        choices={screen.points.map(({ id, label }) => ({ value: id, label }))}
        onChange={screen.setPoint}
      />
      <IssueDay
        value={issued}
        limits={{ to: option?.to ?? '12-31', today: screen.today }}
        first={outlook?.point === point ? outlook.first_issue : undefined}
        onChange={screen.setIssued}
      />
    </section>
  );
}
