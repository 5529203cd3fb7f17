import { useStore } from '@nanostores/react';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { SelectField, TextField } from '#kits/form/Field.tsx';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { Button, Row, Stack } from '#kits/ui/index.ts';
import { tidyLine } from '#lib/clean-line.ts';
import { showToast } from '#lib/page/toasts.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { colorsOf, type MoreFieldsProps, seriesId } from '../../time-series/index.ts';
import {
  type DerivedSeries,
  derivedPosition,
  describeDerivedFault,
  maxDerived,
  maxDerivedNameLength,
  meanDays,
  type Operand,
  type Operation,
  operations,
  putDerived,
  readDerived,
  removeDerived,
  unitOfDerived,
  writeDerived,
} from '../rules/definitions.ts';
import styles from './DerivedPanel.module.css';
import { formulaOf, type OperandChoice, operandChoices } from './derived-results.ts';

type DerivedPanelProps = Pick<MoreFieldsProps, 'screen'> & {
  /** The form is open from the start. */
  isAdding: boolean;
};

/** The series that are computed from the chosen ones: a list to change, and a form. */
export function DerivedPanel({ screen, isAdding }: DerivedPanelProps) {
  const selection = useStore(screen.$selection);
  const lists = useStore(screen.lists.$lists);
  const choices = useMemo(() => operandChoices(selection, lists), [selection, lists]);
  const theme = useStore($resolvedTheme);
  const { derived: all } = useMemo(() => readDerived(selection.more ?? []), [selection.more]);
  const save = (list: readonly DerivedSeries[]) => screen.setMore(list.map(writeDerived));
  /** The position of the series in the form; that of none for a new one. */
  const [edited, setEdited] = useState(isAdding ? all.length : undefined);
  const add = useRef<HTMLButtonElement>(null);
  const colors = colorsOf(selection, theme);
  const close = () => {
    setEdited(undefined);
    requestAnimationFrame(() => add.current?.focus());
  };
  const form = (at: number) => (
    <DerivedForm
      key={at}
      at={at}
      all={all}
      choices={choices}
      onCancel={close}
      onSave={(derived) => {
        save(putDerived(all, at, derived));
        close();
      }}
    />
  );
  function remove(at: number) {
    const left = removeDerived(all, at);
    const others = all.length - left.length - 1;
    save(left);
    if (others > 0)
      showToast(
        `“${all[at]?.name}” was removed, and ${others === 1 ? 'the series' : `${others} series`} computed from it.`,
        'info',
      );
    close();
  }
  return (
    <Stack gap={2}>
      {all.length > 0 && (
        <ul aria-label="Derived series">
          {all.map((derived, at) =>
            edited === at ? (
              <li key={derived.name}>{form(at)}</li>
            ) : (
              <li key={derived.name} className={`ruled-above grid ${styles.row}`}>
                <svg width="12" height="12" aria-hidden="true">
                  <circle cx="6" cy="6" r="5" fill={colors.get(seriesId('left', -1 - at))} />
                </svg>
                <div>
                  <p className="text-sm anywhere">{derived.name}</p>
                  <DerivedText derived={derived} at={at} choices={choices} />
                </div>
                <Button
                  icon
                  variant="quiet"
                  aria-label={`Change ${derived.name}`}
                  onClick={() => setEdited(at)}
                >
                  <Pencil size={16} aria-hidden="true" />
                </Button>
                <Button icon variant="quiet" aria-label={`Remove ${derived.name}`} onClick={() => remove(at)}>
                  <Trash2 size={16} aria-hidden="true" />
                </Button>
              </li>
            ),
          )}
        </ul>
      )}
      {edited !== undefined && edited >= all.length ? (
        form(all.length)
      ) : all.length < maxDerived ? (
        <div>
          <Button ref={add} variant="quiet" onClick={() => setEdited(all.length)}>
            <Plus size={16} aria-hidden="true" /> Add a derived series
          </Button>
        </div>
      ) : (
        <p className="quiet-xs">A graph has at most {maxDerived} derived series.</p>
      )}
    </Stack>
  );
}

type DerivedTextProps = { derived: DerivedSeries; at: number; choices: readonly OperandChoice[] };

/** The formula of a series, or why it cannot be computed. */
function DerivedText({ derived, at, choices }: DerivedTextProps) {
  const own = choices.find(({ operand }) => derivedPosition(operand) === at);
  if (own?.fault !== undefined) return <p className="danger text-xs">{own.fault}</p>;
  return (
    <p className="quiet-xs">
      {formulaOf(derived, choices)} ({own?.unit})
    </p>
  );
}

const labels: Readonly<Record<Operation, string>> = {
  diff: 'Difference, A − B',
  sum: 'Sum',
  mean: 'Moving mean',
  af: 'cfs to AF a day',
  cfs: 'AF a day to cfs',
  lag: 'Lag in days',
};

/** What is typed, which may be incomplete. */
type Draft = {
  readonly operation: Operation;
  readonly a: Operand | '';
  readonly b: Operand | '';
  readonly addends: readonly Operand[];
  readonly mean: string;
  readonly lag: string;
  readonly name: string;
};

function toDraft(derived: DerivedSeries | undefined): Draft {
  const [a = '', b = ''] = derived?.operands ?? [];
  const { operation = 'diff', days, name = '' } = derived ?? {};
  return {
    operation,
    a,
    b,
    addends: derived?.operands ?? [],
    mean: operation === 'mean' ? String(days) : '7',
    lag: operation === 'lag' ? String(days) : '1',
    name,
  };
}

function operandsOf({ operation, a, b, addends }: Draft): readonly Operand[] {
  if (operation === 'sum') return addends;
  return [a, ...(operation === 'diff' ? [b] : [])].filter((each) => each !== '');
}

/** The series of a draft; one without a name is named by its formula. */
function fromDraft(draft: Draft, choices: readonly OperandChoice[]): DerivedSeries {
  const { operation, mean, lag, name } = draft;
  const days = operation === 'mean' ? mean : operation === 'lag' ? lag.trim().replace('−', '-') : undefined;
  const derived = {
    operation,
    operands: operandsOf(draft),
    ...(days !== undefined && { days: /^[-+]?\d+$/.test(days) ? Number(days) : Number.NaN }),
  };
  const formula = [...formulaOf(derived, choices)].slice(0, maxDerivedNameLength).join('').trim();
  return { ...derived, name: tidyLine(name) || formula };
}

type DerivedFormProps = {
  at: number;
  all: readonly DerivedSeries[];
  choices: readonly OperandChoice[];
  onSave: (derived: DerivedSeries) => void;
  onCancel: () => void;
};

/** The form of one series; what is wrong is said when it is sent, and from then on while it is changed. */
function DerivedForm({ at, all, choices, onSave, onCancel }: DerivedFormProps) {
  const [draft, setDraft] = useState(() => toDraft(all[at]));
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const offered = choices.filter(
    ({ operand, fault }) => fault === undefined && (derivedPosition(operand) ?? -1) < at,
  );
  const options = offered.map(({ operand, name, unit }) => ({
    value: operand,
    label: unit === '' ? name : `${name} (${unit})`,
  }));
  const derived = fromDraft(draft, choices);
  const used = derived.operands.flatMap(
    (operand) => offered.find((choice) => choice.operand === operand) ?? [],
  );
  const units = unitOfDerived(derived.operation, used);
  const fault =
    describeDerivedFault({ ...derived, operands: used.map(({ operand }) => operand) }, all.slice(0, at), [
      ...all.slice(0, at),
      ...all.slice(at + 1),
    ]) ?? ('fault' in units ? units.fault : undefined);
  function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(fault !== undefined);
    if (fault === undefined) onSave(derived);
  }
  const operandField = (key: 'a' | 'b', label: string) => (
    <SelectField
      label={label}
      value={draft[key]}
      choices={[{ value: '', label: 'Choose a series' }, ...options]}
      onChange={(value) => change({ [key]: value })}
    />
  );
  const { operation } = draft;
  return (
    <form
      ref={form}
      className={`grid ${styles.form}`}
      data-gap="2 3"
      data-align="start"
      data-fill
      onSubmit={submit}
      aria-label="Derived series"
      noValidate
    >
      <SelectField
        label="Computation"
        value={operation}
        choices={operations.map((each) => ({ value: each, label: labels[each] }))}
        onChange={(value) => change({ operation: value })}
      />
      {operation === 'sum' ? (
        <MultiSelect
          label="Series to add up"
          noun="series"
          options={options}
          value={draft.addends}
          onChange={(addends) => change({ addends })}
          placeholder="Choose series"
        />
      ) : (
        operandField('a', operation === 'diff' ? 'Series A' : 'Series')
      )}
      {operation === 'diff' && operandField('b', 'Series B')}
      {operation === 'mean' && (
        <SelectField
          label="Days up to each day"
          value={draft.mean}
          choices={meanDays.map((each) => ({ value: String(each), label: `${each} days` }))}
          onChange={(mean) => change({ mean })}
        />
      )}
      {operation === 'lag' && (
        <TextField
          label="Days later"
          value={draft.lag}
          onChange={(lag) => change({ lag })}
          maxLength={5}
          hint="Negative: earlier."
        />
      )}
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={2 * maxDerivedNameLength}
        hint="Empty: the formula."
      />
      {isChecked && fault !== undefined && (
        <p role="alert" className="danger whole-row text-sm">
          {fault}
        </p>
      )}
      <Row gap={2} className="whole-row">
        <Button type="submit">{at < all.length ? 'Change' : 'Add'}</Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </Row>
    </form>
  );
}
