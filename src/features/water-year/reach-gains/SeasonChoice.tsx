import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { defaultReference, formatReference } from '#domain/gain-reference.ts';
import { normalPeriod } from '#domain/statistics.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { SegmentedField } from '#kits/form/SegmentedField.tsx';
import styles from './SeasonGain.module.css';
import type { ReachGains } from './screen.ts';

const startChoices = [
  { value: 'nov', label: '1 Nov' },
  { value: 'oct', label: '1 Oct' },
  { value: 'may', label: '1 May' },
] as const;

const measureChoices = [
  { value: 'difference', label: 'Difference from median' },
  { value: 'gain', label: 'Gain' },
] as const;

const referenceChoices = [
  { value: 'normal', label: `${normalPeriod.from}–${normalPeriod.to}` },
  { value: 'all', label: 'Full record' },
  { value: 'other', label: 'Other years' },
] as const;

/** What "Other years" begins with: the later part of the normals. */
const otherYears = { from: 2001, to: 2020 } as const;

type SeasonChoiceProps = {
  screen: Pick<ReachGains, '$view' | 'setView'>;
  /** The years of the record, newest first. */
  years: readonly string[];
  children: ReactNode;
};

/** From when the gain counts, and which years it is compared with. */
export function SeasonChoice({ screen, years, children }: SeasonChoiceProps) {
  const { start, reference, drawn } = useStore(screen.$view);
  const other = reference === 'all' || isDefault(reference) ? undefined : reference;
  const kind = reference === 'all' ? 'all' : other ? 'other' : 'normal';
  const yearsFor = (chosen: number, isOffered: (year: number) => boolean) =>
    [...new Set([...years.map(Number), chosen])]
      .filter(isOffered)
      .toSorted((one, two) => two - one)
      .map((year) => ({ value: String(year), label: String(year) }));
  return (
    <div className={styles.choice}>
      <SegmentedField
        label="Since"
        value={start}
        choices={startChoices}
        onChange={(value) => screen.setView({ start: value })}
      />
      <SelectField
        label="Compared with"
        value={kind}
        choices={referenceChoices}
        onChange={(value) =>
          screen.setView({
            reference: value === 'all' ? 'all' : value === 'other' ? otherYears : defaultReference,
          })
        }
      />
      {other && (
        <>
          <SelectField
            label="From year"
            value={String(other.from)}
            choices={yearsFor(other.from, (year) => year <= other.to)}
            onChange={(value) => screen.setView({ reference: { ...other, from: Number(value) } })}
          />
          <SelectField
            label="To year"
            value={String(other.to)}
            choices={yearsFor(other.to, (year) => year >= other.from)}
            onChange={(value) => screen.setView({ reference: { ...other, to: Number(value) } })}
          />
        </>
      )}
      <SegmentedField
        label="Chart of"
        value={drawn}
        choices={measureChoices}
        onChange={(value) => screen.setView({ drawn: value })}
      />
      {children}
    </div>
  );
}

function isDefault(reference: { from: number; to: number }): boolean {
  return formatReference(reference) === formatReference(defaultReference);
}
