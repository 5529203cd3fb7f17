import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { fold } from '#lib/clean-line.ts';
import { Button, Row, VisuallyHidden } from '../ui/index.ts';
import overlay from '../ui/overlay/Overlay.module.css';
import { ariaProps, FieldFrame, type FieldNotes } from './Field.tsx';
import styles from './MultiSelect.module.css';

/** An option. `detail` is shown in small print below the label; `color` as a dot in front of it. */
export type Option<V extends string | number> = {
  readonly value: V;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly color?: string | undefined;
};

/**
 * Finds the options that have every typed word in label or detail: first those whose label begins with the text, then
 * those with a word that does, then the rest, each in the given order.
 */
export function matchOptions<O extends Option<string | number>>(
  options: readonly O[],
  text: string,
): readonly O[] {
  const wanted = fold(text.trim());
  const terms = wanted.split(/\s+/).filter(Boolean);
  if (terms.length === 0) return options;
  const ranked: [O[], O[], O[]] = [[], [], []];
  for (const option of options) {
    const label = fold(option.label);
    const searchText = option.detail === undefined ? label : `${label} ${fold(option.detail)}`;
    if (!terms.every((term) => searchText.includes(term))) continue;
    const rank = label.startsWith(wanted) ? 0 : label.includes(` ${wanted}`) ? 1 : 2;
    ranked[rank].push(option);
  }
  return ranked.flat();
}

/** Sorts chosen options first; both parts keep the given order. */
export function chosenFirst<V extends string | number, O extends Option<V>>(
  options: readonly O[],
  chosen: ReadonlySet<V>,
): readonly O[] {
  const isChosen = ({ value }: O) => chosen.has(value);
  return [...options.filter(isChosen), ...options.filter((option) => !isChosen(option))];
}

/** Adds values to the chosen ones, up to the limit. */
export function addUpTo<V>(chosen: readonly V[], more: readonly V[], max: number): readonly V[] {
  return [...new Set([...chosen, ...more])].slice(0, Math.max(max, chosen.length));
}

/** The option that Enter takes without a highlighted one: the only one that matches a typed text, if not yet chosen. */
export function onlyMatch<V extends string | number>(
  matches: readonly Option<V>[],
  text: string,
  chosen: ReadonlySet<V>,
): V | undefined {
  const [match, ...others] = matches;
  if (text.trim() === '' || match === undefined || others.length > 0) return undefined;
  return chosen.has(match.value) ? undefined : match.value;
}

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
  /** In a line of fields: what is chosen stands in the field, as much of it as fits, and is listed with the options. */
  isCompact?: boolean;
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
    isCompact = false,
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

  const chips = (
    <Chips
      label={label}
      options={chosenOptions}
      disabled={disabled ?? false}
      onRemove={(removed) => onChange(value.filter((each) => each !== removed))}
      onClear={() => onChange([])}
    />
  );
  const hasTags = isCompact && chosenOptions.length > 0;
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
        <Combobox.InputGroup className={`control-frame ${hasTags ? styles.tagged : ''}`}>
          {hasTags && <Tags labels={chosenOptions.map((option) => option.label)} />}
          <Combobox.Input
            id={id}
            placeholder={hasTags ? undefined : chosen.size > 0 ? `${chosen.size} chosen` : placeholder}
            {...ariaProps(id, notes)}
            aria-description={
              hasTags ? `Chosen: ${chosenOptions.map(({ label: name }) => name).join(', ')}` : undefined
            }
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
          <Combobox.Trigger className={`centered muted ${styles.trigger}`} aria-label={`Show ${noun}`}>
            <ChevronDown size={16} aria-hidden="true" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner className={overlay.positioner} sideOffset={4} collisionPadding={8}>
            <Combobox.Popup className={`raised column ${styles.popup}`}>
              <Combobox.Status className="quiet-xs ruled-below pad-2-3">
                {describeStatus(matches.length, options.length, noun, isFull, maxSelected)}
              </Combobox.Status>
              {isCompact && chips}
              <Combobox.List className={`scroll-y ${styles.list}`}>
                {(option: Option<V>) => (
                  <Combobox.Item
                    key={option.value}
                    value={option}
                    className={`option ${styles.item}`}
                    disabled={isFull && !chosen.has(option.value)}
                  >
                    <span className={`centered ${styles.box}`}>
                      <Combobox.ItemIndicator>
                        <Check size={12} aria-hidden="true" />
                      </Combobox.ItemIndicator>
                    </span>
                    <span>
                      {option.label}
                      {option.detail !== undefined && (
                        <span className="quiet-xs option-detail">{option.detail}</span>
                      )}
                    </span>
                  </Combobox.Item>
                )}
              </Combobox.List>
              {addable.length > 1 && !isFull && (
                <div className="ruled-above pad-2-3">
                  <Button variant="link" onClick={() => onChange(addUpTo(value, addable, maxSelected))}>
                    {describeAddAction(addable.length, maxSelected - chosen.size, text)}
                  </Button>
                </div>
              )}
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {!isCompact && chips}
    </FieldFrame>
  );
}

/** The names of the chosen options, as many as fit on one line of the field, and how many more there are. */
function Tags({ labels }: { labels: readonly string[] }) {
  const list = useRef<HTMLSpanElement>(null);
  const names = labels.join('\n');
  const [fitting, setFitting] = useState(labels.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other names have other widths
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    // Those that do not fit have wrapped to lines that are clipped.
    const measure = () => {
      const tags = [...element.children].map((each) => each.getBoundingClientRect());
      setFitting(tags.filter(({ top }) => top < (tags[0]?.bottom ?? 0)).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    // A font that arrives later changes the tags, and not the list.
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [names]);
  return (
    <>
      <span ref={list} className={styles.tags} aria-hidden="true">
        {labels.map((label) => (
          <span key={label} className="ellipsis sunken text-xs">
            {label}
          </span>
        ))}
      </span>
      {/* Always there, so that what fits does not depend on it. */}
      <span className={`quiet-xs ${styles.moreTags}`} aria-hidden="true">
        {fitting < labels.length && `+${labels.length - fitting}`}
      </span>
    </>
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
    <Row as="ul" gap={1} className={`${styles.chips} apart`} aria-label={`${label}: chosen`}>
      {shown.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            className={`inline-row text-start text-xs ${styles.chip} sunken`}
            disabled={disabled}
            onClick={() => onRemove(option.value)}
          >
            {option.color !== undefined && (
              <svg width="10" height="10" aria-hidden="true">
                <circle cx="5" cy="5" r="5" fill={option.color} />
              </svg>
            )}
            <VisuallyHidden>Remove </VisuallyHidden>
            <span className="ellipsis">{option.label}</span>
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
    </Row>
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

type ChoiceFieldProps<V extends string | number> = FieldNotes & {
  label: string;
  /** The plural noun for options, such as `locations`. */
  noun: string;
  /** Must be stable between renders. */
  options: readonly Option<V>[];
  value: V | undefined;
  onChange: (value: V | undefined) => void;
  placeholder?: string;
  disabled?: boolean;
};

/** About as wide as its text, in a line of fields: in characters. */
function sizeOf(text = ''): number {
  return Math.min(32, Math.max(10, text.length));
}

/** The limit of options to choose one from. */
const maxChoices = 200;

/** Selects one option: a field that filters as you type, and a list. An emptied field has no value. */
export function ChoiceField<V extends string | number>(props: ChoiceFieldProps<V>) {
  const { label, noun, options, value, onChange, placeholder, disabled, ...notes } = props;
  const id = useId();
  const [text, setText] = useState('');
  const chosen = useMemo(() => options.find((option) => option.value === value) ?? null, [options, value]);
  const listed = useMemo(() => matchOptions(options, text).slice(0, maxChoices), [options, text]);
  return (
    <FieldFrame id={id} label={label} {...notes}>
      <Combobox.Root
        items={options}
        filteredItems={listed}
        value={chosen}
        isItemEqualToValue={(one, other) => one.value === other.value}
        disabled={disabled}
        autoHighlight
        onInputValueChange={(next, { reason }) => setText(reason === 'input-change' ? next : '')}
        onValueChange={(next) => onChange(next?.value)}
        onOpenChange={(open) => {
          if (!open) setText('');
        }}
      >
        <Combobox.InputGroup className="control-frame">
          <Combobox.Input
            id={id}
            className="ellipsis"
            size={sizeOf(chosen?.label ?? placeholder)}
            placeholder={placeholder}
            onFocus={({ target }) => target.select()}
            {...ariaProps(id, notes)}
          />
          <Combobox.Trigger className={`centered muted ${styles.trigger}`} aria-label={`Show ${noun}`}>
            <ChevronDown size={16} aria-hidden="true" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner className={overlay.positioner} sideOffset={4} collisionPadding={8}>
            <Combobox.Popup className={`raised column ${styles.popup}`}>
              <Combobox.Status className="quiet-xs ruled-below pad-2-3">
                {listed.length === 0 ? `No ${noun} match.` : `${listed.length} of ${options.length} ${noun}`}
              </Combobox.Status>
              <Combobox.List className={`scroll-y ${styles.list}`}>
                {(option: Option<V>) => (
                  <Combobox.Item key={option.value} value={option} className={`option ${styles.single}`}>
                    {option.label}
                    {option.detail !== undefined && (
                      <span className="quiet-xs option-detail">{option.detail}</span>
                    )}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </FieldFrame>
  );
}
