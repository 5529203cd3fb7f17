import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { VisuallyHidden } from '../ui/Skeleton.tsx';
import { ariaProps, FieldFrame, type FieldNotes } from './FieldFrame.tsx';
import styles from './MultiSelect.module.css';
import { addUpTo, chosenFirst, matchOptions, type Option, onlyMatch } from './options.ts';

type MultiSelectProps<V extends string | number> = FieldNotes & {
  label: string;
  /** The plural noun for options, such as `locations`. */
  noun: string;
  /** Must be stable between renders. */
  options: readonly Option<V>[];
  /** A chosen value without an option is shown as its number or text. */
  value: readonly V[];
  onChange: (value: readonly V[]) => void;
  placeholder?: string;
  disabled?: boolean;
  /** The maximum number of chosen options. */
  maxSelected?: number;
};

/** The limit of rendered options: typing finds one faster than scrolling. */
const maxListed = 100;
const maxChips = 8;

/** Selects any number of options: a field that filters as you type, a list to check, and the chosen options below. */
export function MultiSelect<V extends string | number>(props: MultiSelectProps<V>) {
  const {
    label,
    noun,
    options,
    value,
    onChange,
    placeholder,
    disabled,
    maxSelected = Infinity,
    ...notes
  } = props;
  const id = useId();
  const [text, setText] = useState('');
  /** Options that were chosen when the list opened come first while it is open. */
  const [leading, setLeading] = useState<ReadonlySet<V>>(new Set());
  const chosen = useMemo(() => new Set(value), [value]);
  const byValue = useMemo(() => new Map(options.map((option) => [option.value, option])), [options]);
  const chosenOptions = useMemo(
    () => value.map((each) => byValue.get(each) ?? { value: each, label: String(each) }),
    [value, byValue],
  );
  const matches = useMemo(
    () => chosenFirst<V, Option<V>>(matchOptions(options, text), leading),
    [options, text, leading],
  );
  const listed = matches.slice(0, maxListed);
  const isFull = chosen.size >= maxSelected;
  const addable = matches.filter((option) => !chosen.has(option.value)).map((option) => option.value);

  return (
    <FieldFrame id={id} label={label} {...notes}>
      <Combobox.Root
        multiple
        items={options}
        filteredItems={listed}
        value={chosenOptions}
        isItemEqualToValue={isSame}
        inputValue={text}
        disabled={disabled}
        onInputValueChange={(next, { reason }) => {
          // Choosing an option keeps the typed text, so that the next match can be chosen immediately.
          if (reason !== 'item-press') setText(next);
        }}
        onValueChange={(next, { reason }) => {
          // In a closed field, Escape would clear the selection.
          if (reason === 'item-press') onChange(next.map((option) => option.value));
        }}
        onOpenChange={(open) => {
          if (open) setLeading(chosen);
          else setText('');
        }}
      >
        <Combobox.InputGroup className={styles.field}>
          <Combobox.Input
            id={id}
            className={styles.input}
            placeholder={chosen.size > 0 ? `${chosen.size} chosen` : placeholder}
            {...ariaProps(id, notes)}
            onKeyDown={(event) => {
              const only = isFull ? undefined : onlyMatch(matches, text, chosen);
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || only === undefined) return;
              event.preventDefault();
              event.preventBaseUIHandler();
              onChange([...value, only]);
              // Ready for the next name.
              setText('');
            }}
          />
          <Combobox.Trigger className={styles.trigger} aria-label={`Show ${noun}`}>
            <ChevronDown size={16} aria-hidden="true" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner className={styles.positioner} sideOffset={4} collisionPadding={8}>
            <Combobox.Popup className={styles.popup}>
              <Combobox.Status className={styles.status}>
                {describeStatus(matches.length, options.length, noun, isFull, maxSelected)}
              </Combobox.Status>
              <Combobox.List className={styles.list}>
                {(option: Option<V>) => (
                  <Combobox.Item
                    key={option.value}
                    value={option}
                    className={styles.item}
                    disabled={isFull && !chosen.has(option.value)}
                  >
                    <span className={styles.box}>
                      <Combobox.ItemIndicator>
                        <Check size={12} aria-hidden="true" />
                      </Combobox.ItemIndicator>
                    </span>
                    <span>
                      {option.label}
                      {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
                    </span>
                  </Combobox.Item>
                )}
              </Combobox.List>
              {addable.length > 1 && !isFull && (
                <div className={styles.foot}>
                  <Button variant="link" onClick={() => onChange(addUpTo(value, addable, maxSelected))}>
                    {describeAddAction(addable.length, maxSelected - chosen.size, text)}
                  </Button>
                </div>
              )}
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <Chips
        label={label}
        options={chosenOptions}
        disabled={disabled ?? false}
        onRemove={(removed) => onChange(value.filter((each) => each !== removed))}
        onClear={() => onChange([])}
      />
    </FieldFrame>
  );
}

type ChipsProps<V extends string | number> = {
  label: string;
  options: readonly Option<V>[];
  disabled: boolean;
  onRemove: (value: V) => void;
  onClear: () => void;
};

function Chips<V extends string | number>({ label, options, disabled, onRemove, onClear }: ChipsProps<V>) {
  const [all, setAll] = useState(false);
  if (options.length === 0) return null;
  const shown = all ? options : options.slice(0, maxChips);
  const others = options.length - shown.length;
  return (
    <ul className={styles.chips} aria-label={`${label}: chosen`}>
      {shown.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            className={styles.chip}
            disabled={disabled}
            onClick={() => onRemove(option.value)}
          >
            {option.color !== undefined && (
              <svg width="10" height="10" aria-hidden="true">
                <circle cx="5" cy="5" r="5" fill={option.color} />
              </svg>
            )}
            <VisuallyHidden>Remove </VisuallyHidden>
            <span className={styles.name}>{option.label}</span>
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
      {(others > 0 || all) && (
        <li>
          <Button variant="link" onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `+ ${others} more`}
          </Button>
        </li>
      )}
      {options.length > 1 && !disabled && (
        <li>
          <Button variant="link" onClick={onClear}>
            Clear all<VisuallyHidden> {label}</VisuallyHidden>
          </Button>
        </li>
      )}
    </ul>
  );
}

function isSame(one: Option<string | number>, other: Option<string | number>): boolean {
  return one.value === other.value;
}

function describeStatus(
  found: number,
  all: number,
  noun: string,
  isFull: boolean,
  maxSelected: number,
): string {
  if (isFull) return `${maxSelected} ${noun} are chosen, which is the most.`;
  if (all === 0) return `There are no ${noun} to choose from.`;
  if (found === 0) return `No ${noun} match.`;
  const count = found === all ? `${all} ${noun}` : `${found} of ${all} ${noun}`;
  return found > maxListed ? `${count}; the first ${maxListed} are listed. Type to narrow them.` : count;
}

function describeAddAction(count: number, remaining: number, text: string): string {
  const which = text.trim() === '' ? 'all' : 'all that match';
  return count > remaining ? `Choose the first ${remaining}` : `Choose ${which} (${count})`;
}
