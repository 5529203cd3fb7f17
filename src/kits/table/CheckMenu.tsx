import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import styles from '../ui/CheckList.module.css';
import { type CheckOption, CheckOptions } from '../ui/CheckList.tsx';
import { Button } from '../ui/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const PopoverPanel = lazyPart(() => import('../ui/PopoverPanel.tsx').then((module) => module.PopoverPanel));

type CheckMenuProps = {
  label: string;
  icon?: ReactNode;
  /** Shown on the button instead of the label, which remains in its accessible name. */
  summary?: string;
  options: readonly CheckOption[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
  className?: string | undefined;
};

/** A button with a list of options to check. */
export function CheckMenu({ label, icon, summary, options, chosen, onToggle, className }: CheckMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        className={className ?? ''}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={summary === undefined ? undefined : `${label}: ${summary}`}
        onPointerEnter={() => PopoverPanel.preload()}
        onFocus={() => PopoverPanel.preload()}
        onClick={() => setOpen(!open)}
      >
        {icon}
        <span className={`grow ${styles.summary}`}>{summary ?? label}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      {open && (
        <PopoverPanel label={label} anchor={button} onClose={() => setOpen(false)}>
          <CheckOptions label={label} options={options} chosen={chosen} onToggle={onToggle} searchFrom={20} />
        </PopoverPanel>
      )}
    </>
  );
}
