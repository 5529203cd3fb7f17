import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import styles from '../ui/CheckList.module.css';
import { Button } from '../ui/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const loadPanel = () => import('../ui/PopoverPanel.tsx');
const PopoverPanel = lazyPart(() => loadPanel().then((module) => module.PopoverPanel));

type Option = { readonly value: string; readonly label: string; readonly count?: number };

type CheckMenuProps = {
  label: string;
  icon?: ReactNode;
  /** Shown on the button instead of the label, which remains in its accessible name. */
  summary?: string;
  options: readonly Option[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
  className?: string | undefined;
};

/** The number of options from which the list has a search field. */
const searchThreshold = 20;

/** A button with a list of options to check. */
export function CheckMenu({ label, icon, summary, options, chosen, onToggle, className }: CheckMenuProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const wanted = text.trim().toLowerCase();
  const listed = options.filter((option) => option.label.toLowerCase().includes(wanted));
  return (
    <>
      <Button
        ref={button}
        className={className ?? ''}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={summary === undefined ? undefined : `${label}: ${summary}`}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        onClick={() => setOpen(!open)}
      >
        {icon}
        <span className={styles.summary}>{summary ?? label}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      {open && (
        <PopoverPanel label={label} anchor={button} onClose={() => setOpen(false)}>
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
          <ul className={styles.options}>
            {listed.map(({ value, label: name, count }) => (
              <li key={value}>
                <label className={styles.option} htmlFor={`${id}-${value}`}>
                  <input
                    id={`${id}-${value}`}
                    type="checkbox"
                    checked={chosen.includes(value)}
                    onChange={() => onToggle(value)}
                  />
                  <span className={styles.name}>{name}</span>
                  {count !== undefined && <span className="muted">{count}</span>}
                </label>
              </li>
            ))}
          </ul>
          {listed.length === 0 && <p className={styles.none}>Nothing matches “{text}”.</p>}
        </PopoverPanel>
      )}
    </>
  );
}
