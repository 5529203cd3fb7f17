import { type KeyboardEvent, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './CheckList.module.css';
import { Row } from './Layout.tsx';
import { VisuallyHidden } from './Loading.tsx';

export type CheckOption = { readonly value: string; readonly label: string; readonly count?: number };

type CheckOptionsProps = {
  label: string;
  options: readonly CheckOption[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
  /** The number of options from which the list has a search field. */
  searchFrom: number;
  /** What the counts are, for screen readers. */
  counted?: string;
};

/** Options to check, with their counts. Arrow keys move between them. */
export function CheckOptions({ label, options, chosen, onToggle, searchFrom, counted }: CheckOptionsProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const listed = options.filter((option) => option.label.toLowerCase().includes(wanted));
  return (
    <>
      {options.length >= searchFrom && (
        <input
          className={`control ${styles.search} rigid`}
          type="search"
          value={text}
          placeholder={`Find in ${options.length}`}
          aria-label={`Find in ${label}`}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {listed.length === 0 ? (
        <p className="quiet pad-2">
          {options.length === 0 ? 'Nothing to choose from.' : `Nothing matches “${text}”.`}
        </p>
      ) : (
        <ul className={`${styles.options} pad-2`} onKeyDown={moveByArrow}>
          {listed.map(({ value, label: name, count }) => (
            <li key={value}>
              <label className={`entry text-sm ${styles.option}`}>
                <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
                <span className="grow">{name}</span>
                {count !== undefined && (
                  <span className="muted">
                    {count}
                    {counted !== undefined && <VisuallyHidden> {counted}</VisuallyHidden>}
                  </span>
                )}
              </label>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type CheckListProps = {
  label: string;
  /** With the number of sites of each. */
  options: readonly CheckOption[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

/** A list of options to check, with the number of chosen ones and a button that clears them. */
export function CheckList({ label, options, chosen, onChange }: CheckListProps) {
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <fieldset className={`column ${styles.list}`}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      <CheckOptions
        label={label}
        options={options}
        chosen={chosen}
        onToggle={toggle}
        searchFrom={13}
        counted="sites"
      />
      <Row gap={0} data-nowrap data-spread className="quiet-xs rigid ruled-above pad-2-3">
        <span>{chosen.length === 0 ? 'All' : `${chosen.length} chosen`}</span>
        <Button
          variant="link"
          aria-disabled={chosen.length === 0}
          onClick={() => chosen.length > 0 && onChange([])}
        >
          Clear<VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      </Row>
    </fieldset>
  );
}

function moveByArrow(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const boxes = [...event.currentTarget.querySelectorAll('input')];
  const here = boxes.findIndex((box) => box.matches(':focus'));
  const next = boxes[(here + step + boxes.length) % boxes.length];
  next?.focus();
  event.preventDefault();
}
