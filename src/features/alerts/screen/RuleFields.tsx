import { useStore } from '@nanostores/react';
import type { FormEvent } from 'react';
import type { FindingAnswer } from '#contract/finding.ts';
import { graceDays, maxLagOf } from '#domain/freshness.ts';
import { SegmentedField, SelectField, TextField } from '#kits/form/Field.tsx';
import { Grid, Stack } from '#kits/ui/index.ts';
import { countOf } from '#lib/count-text.ts';
import { parseTypedNumber } from '#lib/typed-number.ts';
import { maxRuleNameLength } from '../contract.ts';
import { isChange, type RuleDraft } from '../rules/draft.ts';
import { clearsAtLevel } from '../rules/machine.ts';
import { measureLabels, unitOfMeasure } from '../rules/rule-text.ts';
import type { RuleForm } from './rule-form.ts';

type FieldProps = { form: RuleForm; draft: RuleDraft };

type Props = FieldProps & { records: readonly FindingAnswer[]; onSubmit: () => Promise<void> };

/** What a rule is of, and when it fires. */
export function RuleFields({ form, records, draft, onSubmit }: Props) {
  function submit(event: FormEvent) {
    event.preventDefault();
    void onSubmit();
  }
  return (
    <form aria-label="Alert" noValidate onSubmit={submit}>
      <Stack gap={3}>
        {records.length > 1 && (
          <SelectField
            label="Record"
            value={String(draft.parameter)}
            choices={records.map(({ parameter_ndx, parameter_name }) => ({
              value: String(parameter_ndx),
              label: parameter_name,
            }))}
            onChange={(value) => form.choose(Number(value))}
          />
        )}
        <SegmentedField
          label="Write to me when it"
          value={draft.kind}
          choices={[
            { value: 'level', label: 'Reaches a level' },
            { value: 'silence', label: 'Falls silent' },
          ]}
          onChange={(kind) => form.edit({ kind })}
        />
        {draft.kind === 'level' ? (
          <LevelFields form={form} draft={draft} />
        ) : (
          <SilenceField form={form} draft={draft} />
        )}
        <TextField
          label="Name (optional)"
          value={draft.name}
          maxLength={2 * maxRuleNameLength}
          onChange={(name) => form.edit({ name })}
        />
        {/* Enter saves: the button is in the footer of the panel. */}
        <button type="submit" hidden />
      </Stack>
    </form>
  );
}

const directions: Readonly<Record<'level' | 'change', Readonly<Record<'below' | 'above', string>>>> = {
  level: { below: 'Below', above: 'Above' },
  change: { below: 'Falls by more than', above: 'Rises by more than' },
};

function LevelFields({ form, draft }: FieldProps) {
  const measures = useStore(form.$measures);
  const record = useStore(form.$record);
  const faults = useStore(form.$faults);
  const { measure, direction } = draft;
  const labels = directions[isChange(measure) ? 'change' : 'level'];
  const isAtLevel = clearsAtLevel({ measure, parameter_ndx: draft.parameter });
  const unit = unitOfMeasure(measure, record?.units_name ?? '') || undefined;
  return (
    <>
      <SelectField
        label="Compare"
        value={measure}
        choices={measures.map((value) => ({ value, label: measureLabels[value] }))}
        error={faults.measure}
        onChange={(value) => form.edit({ measure: value, level: '', clear: '' })}
      />
      <SegmentedField
        label="Which way"
        value={direction}
        choices={[
          { value: 'below', label: labels.below },
          { value: 'above', label: labels.above },
        ]}
        onChange={(value) => form.edit({ direction: value, clear: '' })}
      />
      <Grid gap={3} column="9rem">
        <TextField
          label="Level"
          unit={unit}
          type="number"
          value={draft.level}
          maxLength={20}
          error={faults.level}
          onChange={(level) => form.edit({ level })}
          required
        />
        <TextField
          label="Clears at"
          unit={unit}
          type="number"
          value={draft.clear}
          maxLength={20}
          hint={`${isAtLevel ? 'At' : '5 % inside of'} the level, if left empty.`}
          error={faults.clear}
          onChange={(clear) => form.edit({ clear })}
        />
      </Grid>
    </>
  );
}

function SilenceField({ form, draft }: FieldProps) {
  const record = useStore(form.$record);
  const faults = useStore(form.$faults);
  const interval = record?.interval_days ?? 1;
  const count = parseTypedNumber(draft.intervals);
  const days =
    count === undefined
      ? ''
      : ` With ${countOf(graceDays, 'day')} for publishing, that is ${countOf(maxLagOf(interval, count), 'day')}.`;
  return (
    <TextField
      label="Usual intervals without a new value"
      type="number"
      value={draft.intervals}
      maxLength={4}
      hint={`It usually has a value ${interval === 1 ? 'every day' : `every ${interval} days`}.${days}`}
      error={faults.intervals}
      onChange={(intervals) => form.edit({ intervals })}
      required
    />
  );
}
