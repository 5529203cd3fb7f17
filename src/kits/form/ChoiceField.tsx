import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { ariaProps, FieldFrame, type FieldNotes } from './FieldFrame.tsx';
import styles from './MultiSelect.module.css';
import { matchOptions, type Option } from './MultiSelect.tsx';

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

/** The limit of rendered options: typing finds one faster than scrolling. */
const maxListed = 200;

/** Selects one option: a field that filters as you type, and a list. An emptied field has no value. */
export function ChoiceField<V extends string | number>(props: ChoiceFieldProps<V>) {
  const { label, noun, options, value, onChange, placeholder, disabled, ...notes } = props;
  const id = useId();
  const [text, setText] = useState('');
  const chosen = useMemo(() => options.find((option) => option.value === value) ?? null, [options, value]);
  const listed = useMemo(() => matchOptions(options, text).slice(0, maxListed), [options, text]);
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
            placeholder={placeholder}
            onFocus={({ target }) => target.select()}
            {...ariaProps(id, notes)}
          />
          <Combobox.Trigger className={styles.trigger} aria-label={`Show ${noun}`}>
            <ChevronDown size={16} aria-hidden="true" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner className={styles.positioner} sideOffset={4} collisionPadding={8}>
            <Combobox.Popup className={`raised ${styles.popup}`}>
              <Combobox.Status className={styles.status}>
                {listed.length === 0 ? `No ${noun} match.` : `${listed.length} of ${options.length} ${noun}`}
              </Combobox.Status>
              <Combobox.List className={styles.list}>
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
