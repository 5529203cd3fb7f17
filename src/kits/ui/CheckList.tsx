import { type KeyboardEvent, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './CheckList.module.css';
import { VisuallyHidden } from './Skeleton.tsx';

type CheckOption = { readonly value: string; readonly label: string; readonly count: number };

type CheckListProps = {
  label: string;
  options: readonly CheckOption[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

/** The number of options from which the list has a search field. */
const searchThreshold = 13;

/** A list of options to check, each with its count. Arrow keys move between them. */
export function CheckList({ label, options, chosen, onChange }: CheckListProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const listed = options.filter((option) => option.label.toLowerCase().includes(wanted));
  const picked = new Set(chosen);

  function toggle(value: string): void {
    onChange(picked.has(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  }

  return (
    <fieldset className={styles.list}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      {options.length >= searchThreshold && (
        <input
          className={styles.search}
          type="search"
          value={text}
          placeholder={`Find in ${options.length}`}
          aria-label={`Find in ${label}`}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {listed.length === 0 ? (
        <p className={styles.none}>
          {options.length === 0 ? 'Nothing to choose from.' : `Nothing matches “${text}”.`}
        </p>
      ) : (
        <ul className={styles.options} onKeyDown={moveByArrow}>
          {listed.map((option) => (
            <li key={option.value}>
              <label className={styles.option}>
                <input
                  type="checkbox"
                  checked={picked.has(option.value)}
                  onChange={() => toggle(option.value)}
                />
                <span className={styles.name}>{option.label}</span>
                <span className="muted">
                  {option.count}
                  <VisuallyHidden> sites</VisuallyHidden>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <span>{chosen.length === 0 ? 'All' : `${chosen.length} chosen`}</span>
        <Button
          variant="link"
          aria-disabled={chosen.length === 0}
          onClick={() => chosen.length > 0 && onChange([])}
        >
          Clear<VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      </div>
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
