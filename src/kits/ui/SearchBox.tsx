import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Bar } from './marks/Standing.tsx';
import styles from './SearchBox.module.css';

export type SearchOption = {
  readonly key: string;
  readonly label: string;
  readonly detail?: string | undefined;
  /** A value at the end of the row, the markup of its bar and its age. */
  readonly answer?: {
    readonly value: string;
    readonly bar: string | undefined;
    readonly age: string | undefined;
    readonly isLate: boolean;
  };
};

type SearchBoxProps = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  onClear: () => void;
  onFocus?: () => void;
  options: readonly SearchOption[];
  /** Shown above the options, or instead of them. */
  message?: string | undefined;
  onChoose: (index: number) => void;
  /** Shown at the end of the field. */
  end?: ReactNode;
};

/**
 * A text field with a list of suggestions (ARIA combobox): arrows move, Enter chooses, Escape closes. Enter before
 * the suggestions have arrived chooses the first of them.
 */
export function SearchBox(props: SearchBoxProps) {
  const { label, placeholder, text, onText, onClear, onFocus, options, message, onChoose, end } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(-1);
  const [shown, setShown] = useState(false);
  const marked = Math.min(active, options.length - 1);
  const hasList = options.length > 0;
  const open = shown && (hasList || message !== undefined);

  const waitsToChoose = useRef(false);
  const latestChoose = useRef(onChoose);
  useEffect(() => {
    latestChoose.current = onChoose;
  });
  useEffect(() => {
    if (!hasList || !waitsToChoose.current) return;
    waitsToChoose.current = false;
    latestChoose.current(0);
  }, [hasList]);

  function choose(index: number): void {
    setActive(-1);
    // Searching for a place keeps the list open, which then shows the result.
    onChoose(index);
  }

  function clear(): void {
    onClear();
    // The button disappears with the text.
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && hasList) {
      setShown(true);
      const from = marked < 0 && step < 0 ? 0 : marked;
      setActive((from + step + options.length) % options.length);
      event.preventDefault();
    } else if (event.key === 'Enter' && open && hasList) {
      choose(Math.max(marked, 0));
      event.preventDefault();
    } else if (event.key === 'Enter' && text.trim() !== '') {
      waitsToChoose.current = true;
    } else if (event.key === 'Escape' && open) {
      setShown(false);
      event.preventDefault();
    }
  }

  return (
    <div className="relative shrinks">
      <div className="control-frame search-frame">
        <Search size={16} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={open && hasList}
          aria-controls={`${id}-list`}
          aria-activedescendant={open && marked >= 0 ? `${id}-${marked}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            setActive(-1);
            setShown(true);
            waitsToChoose.current = false;
            onText(event.target.value);
          }}
          onFocus={() => {
            setShown(true);
            onFocus?.();
          }}
          onBlur={() => {
            setShown(false);
            waitsToChoose.current = false;
          }}
          onKeyDown={onKeyDown}
        />
        {text !== '' && (
          <Button variant="quiet" icon aria-label="Clear search" onClick={clear}>
            <X size={16} aria-hidden="true" />
          </Button>
        )}
        {end}
      </div>
      {open && (
        <div className={`raised ${styles.list}`}>
          {message !== undefined && <p className="quiet pad-2">{message}</p>}
          <div id={`${id}-list`} role="listbox" aria-label={label}>
            {options.map((option, index) => (
              <button
                type="button"
                key={option.key}
                id={`${id}-${index}`}
                ref={index === marked ? scrollTo : undefined}
                role="option"
                tabIndex={-1}
                aria-selected={index === marked}
                data-active={index === marked || undefined}
                className={option.answer ? 'option full-width answer-line' : 'option block full-width'}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(index)}
              >
                {option.answer ? <span>{option.label}</span> : option.label}
                {option.answer && <strong className="text-end">{option.answer.value}</strong>}
                {option.detail && (
                  <span className={`quiet-xs option-detail ${option.answer ? 'ellipsis' : ''}`}>
                    {option.detail}
                  </span>
                )}
                {option.answer && <Aside {...option.answer} />}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Aside({ bar, age, isLate }: NonNullable<SearchOption['answer']>) {
  return (
    <span className="quiet-xs answer-aside">
      {bar !== undefined && <Bar markup={bar} />}
      {age !== undefined && <span className={isLate ? 'warning' : undefined}>{age}</span>}
    </span>
  );
}

function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
