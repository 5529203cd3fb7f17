import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { OutlookOptions } from '#config/outlook.ts';
import type { Fill } from '#contract/fill.ts';
import { fillTitle } from '#downloads/fill-title.ts';
import { DateField } from '#kits/form/DateField.tsx';
import { SelectField } from '#kits/form/Field.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { formatUsDate } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { IssueDay } from '../season/IssueDay.tsx';
import styles from '../season/Season.module.css';
import { SeasonAnswer } from '../season/SeasonAnswer.tsx';
import { FillView } from './FillView.tsx';
import { refuseBy } from './fill-choice.ts';
import { createFill, type FillScreen } from './screen.ts';
import { TargetField } from './TargetField.tsx';

type FillPartProps = { address: Address; options: OutlookOptions };

/** What it takes to fill reservoirs to a share of their capacity by a date, and how probable that is. */
export function FillPart({ address, options }: FillPartProps) {
  const screen = useScreen(() => createFill({ request, address, options, now: () => new Date() }));
  const { data } = useStore(screen.$answer);
  return (
    <div className={styles.part}>
      <Choice screen={screen} fill={data} />
      <SeasonAnswer
        screen={screen}
        what="The fill"
        loading="what it takes to fill"
        shown={(fill) => `${fillTitle(fill)}, of ${formatUsDate(fill.issued)}`}
      >
        {(fill) => <FillView fill={fill} />}
      </SeasonAnswer>
    </div>
  );
}

type ChoiceProps = { screen: FillScreen; fill: Fill | undefined };

function Choice({ screen, fill }: ChoiceProps) {
  const { reservoir, issued, by, target } = useStore(screen.$choice);
  const option = screen.options.find(({ id }) => id === reservoir);
  const [error, setError] = useState<string>();
  return (
    <section className={styles.controls} aria-label="What to fill">
      <SelectField
        label="Reservoirs"
        value={reservoir}
        choices={screen.options.map(({ id, label }) => ({ value: id, label }))}
        onChange={screen.setReservoir}
      />
      <TargetField target={target} onChange={screen.setTarget} />
      <DateField
        label="By"
        value={by}
        {...(error !== undefined && { error })}
        onChange={(day) => {
          const refusal = day === undefined ? 'Choose a day.' : refuseBy(day, issued ?? screen.today);
          setError(refusal);
          if (day !== undefined && refusal === undefined) screen.setBy(day);
        }}
      />
      <IssueDay
        value={issued}
        limits={{ to: screen.seasonOf(option), today: screen.today }}
        first={fill?.id === reservoir ? fill.first_issue : undefined}
        onChange={screen.setIssued}
      />
    </section>
  );
}
