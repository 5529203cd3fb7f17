import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { OutlookOptions } from '#config/outlook.ts';
import { fillTitle } from '#downloads/fill-title.ts';
import { DateField, SelectField, TextField } from '#kits/form/Field.tsx';
import { useScreen } from '#kits/ui/index.ts';
import { formatUsDate } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { IssueDay } from '../season/IssueDay.tsx';
import { SeasonTool } from '../season/SeasonTool.tsx';
import { FillView } from './FillView.tsx';
import { createFill, parseTarget, refuseBy } from './screen.ts';

type FillPartProps = { title: string; address: Address; options: OutlookOptions; tabs: ReactNode };

/** What it takes to fill reservoirs to a share of their capacity by a date, and how probable that is. */
export function FillPart({ title, address, options, tabs }: FillPartProps) {
  const screen = useScreen(() => createFill({ request, address, options, now: () => new Date() }));
  const { data } = useStore(screen.$answer);
  const { reservoir, issued, by, target } = useStore(screen.$selection);
  const option = screen.options.find(({ id }) => id === reservoir);
  const [error, setError] = useState<string>();
  return (
    <SeasonTool
      title={title}
      screen={screen}
      tabs={tabs}
      label="What to fill"
      summary={[option?.label, `${percentOf(target)} %`, by && `by ${formatUsDate(by)}`]
        .filter(Boolean)
        .join(' · ')}
      fields={
        <>
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
            first={data?.id === reservoir ? data.first_issue : undefined}
            onChange={screen.setIssued}
          />
        </>
      }
      what="The fill"
      loading="what it takes to fill"
      shown={(fill) => `${fillTitle(fill)}, of ${formatUsDate(fill.issued)}`}
    >
      {(fill) => <FillView fill={fill} />}
    </SeasonTool>
  );
}

const offered = [0.9, 0.95, 0.97, 1] as const;
const other = 'other';

type TargetFieldProps = { target: number; onChange: (target: number) => void };

/** The share of the capacity to reach: one of the usual ones, or a number of percent. */
function TargetField({ target, onChange }: TargetFieldProps) {
  const isOffered = offered.some((each) => each === target);
  const [isOther, setIsOther] = useState(!isOffered);
  const [text, setText] = useState(() => percentOf(target));
  useEffect(() => {
    setText(percentOf(target));
    if (!offered.some((each) => each === target)) setIsOther(true);
  }, [target]);
  const refusal = shareOf(text) === undefined ? 'Write a number from 1 to 100, such as 97.' : undefined;
  return (
    <>
      <SelectField
        label="Target, % of capacity"
        value={isOther ? other : String(target)}
        choices={[
          ...offered.map((each) => ({ value: String(each), label: `${percentOf(each)} %` })),
          { value: other, label: 'Another number' },
        ]}
        onChange={(value) => {
          setIsOther(value === other);
          if (value !== other) onChange(Number(value));
        }}
      />
      {isOther && (
        <TextField
          label="Percent"
          type="number"
          value={text}
          error={refusal}
          onChange={(next) => {
            setText(next);
            const share = shareOf(next);
            if (share !== undefined) onChange(share);
          }}
        />
      )}
    </>
  );
}

function percentOf(share: number): string {
  return String(Number((share * 100).toFixed(2)));
}

/** `97.5` as 0.975. */
function shareOf(percent: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(percent.trim())) return undefined;
  return parseTarget(String(Number((Number(percent) / 100).toFixed(4))));
}
