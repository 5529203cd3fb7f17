import { describeFinding } from '#domain/finding/finding.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { capitalize } from '#lib/count-text.ts';
import { tidyOrNull } from '#lib/format-number.ts';
import { readFindings } from '#server/db/findings.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { FiringFacts, FiringKind } from '../contract.ts';
import type { Observation } from '../rules/observations.ts';
import type { Capacities } from './measures.ts';
import type { StoredRule } from './rules.ts';

export type NewFiring = {
  readonly kind: FiringKind;
  /** When it was observed, in milliseconds since 1970. */
  readonly observedAt: number;
  /** Undefined of silence. */
  readonly observation: Observation | undefined;
  readonly isReading: boolean;
};

type FactOptions = { readonly capacities: Capacities; readonly now: Date; readonly before: number };

/** Reads what is said of a record when its rule fires, in the words of the finding. */
export async function readFacts(
  from: Queryable,
  { record, condition, name }: Pick<StoredRule, 'record' | 'condition' | 'name'>,
  { observation, isReading }: NewFiring,
  { capacities, now, before }: FactOptions,
): Promise<FiringFacts> {
  const { interval_days: _, capacity: __, ...fields } = record;
  const today = todayInBasin(now);
  const [finding] = await readFindings(from, [record], {
    reader: 'account',
    isReadable: () => true,
    capacities,
    recentDays: 0,
    withReadings: isReading,
  });
  const text = finding && describeFinding(finding, { today, now });
  const reading = isReading && text?.reading ? `${capitalize(text.reading.sentence)}.` : undefined;
  return {
    ...fields,
    ...{ condition, name, before, is_reading: isReading },
    value: tidyOrNull(observation?.value),
    measured: tidyOrNull(observation?.measured),
    approval: observation?.approval ?? null,
    sentence: [reading, text?.sentence].filter(Boolean).join(' '),
  };
}
