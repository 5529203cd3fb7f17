import { useStore } from '@nanostores/react';
import type { OutlookPointOption } from '#config/outlook.ts';
import type { Outlook } from '#contract/outlook.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { formatUsDate } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { AnswerNotices } from '../season/AnswerNotices.tsx';
import { IssueDay } from '../season/IssueDay.tsx';
import styles from '../season/Season.module.css';
import { SkeletonAnswer } from '../season/SkeletonAnswer.tsx';
import { OutlookView } from './OutlookView.tsx';
import { createOutlook, type OutlookScreen } from './screen.ts';

type OutlookPartProps = { address: Address; points: readonly OutlookPointOption[] };

/** The forecast volume of a season at a point: choose point and issue day, read the outlook and its record. */
export function OutlookPart({ address, points }: OutlookPartProps) {
  const screen = useScreen(() => createOutlook({ request, address, points, now: () => new Date() }));
  const answer = useStore(screen.$answer);
  const refused = useStore(screen.$refused);
  const { status, data } = answer;
  return (
    <div className={styles.part}>
      <Choice screen={screen} outlook={data} />
      <AnswerNotices
        answer={answer}
        refused={refused}
        what="The outlook"
        shown={data && `the outlook of ${formatUsDate(data.issued)} for ${data.label}`}
        retry={screen.retry}
      />
      {data ? (
        <div className={styles.answer} aria-busy={status === 'loading'}>
          <OutlookView screen={screen} outlook={data} />
        </div>
      ) : (
        status === 'loading' && <SkeletonAnswer label="Loading the outlook…" />
      )}
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
