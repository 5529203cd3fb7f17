import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { OutlookPointOption } from '#config/outlook.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { useScreen } from '#kits/ui/index.ts';
import { formatUsDate } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { IssueDay } from '../season/IssueDay.tsx';
import { SeasonTool } from '../season/SeasonTool.tsx';
import { OutlookView } from './OutlookView.tsx';
import { createOutlook } from './screen.ts';

type OutlookPartProps = {
  title: string;
  address: Address;
  points: readonly OutlookPointOption[];
  tabs: ReactNode;
};

/** The forecast volume of a season at a point: choose point and issue day, read the outlook and its record. */
export function OutlookPart({ title, address, points, tabs }: OutlookPartProps) {
  const screen = useScreen(() => createOutlook({ request, address, points, now: () => new Date() }));
  const { data } = useStore(screen.$answer);
  const { point, issued } = useStore(screen.$selection);
  const option = points.find(({ id }) => id === point);
  return (
    <SeasonTool
      title={title}
      screen={screen}
      tabs={tabs}
      label="What to forecast"
      summary={[option?.label, issued && formatUsDate(issued)].filter(Boolean).join(' · ')}
      fields={
        <>
          <SelectField
            label="Point"
            value={point}
            choices={points.map(({ id, label }) => ({ value: id, label }))}
            onChange={screen.setPoint}
          />
          <IssueDay
            value={issued}
            limits={{ to: option?.to ?? '12-31', today: screen.today }}
            first={data?.point === point ? data.first_issue : undefined}
            onChange={screen.setIssued}
          />
        </>
      }
      what="The outlook"
      loading="the outlook"
      shown={(outlook) => `the outlook of ${formatUsDate(outlook.issued)} for ${outlook.label}`}
    >
      {(outlook) => <OutlookView screen={screen} outlook={outlook} />}
    </SeasonTool>
  );
}
