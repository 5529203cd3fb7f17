import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { lazyPart } from '../screen-parts.tsx';
import styles from './Overlay.module.css';

const PopoverPanel = lazyPart(() => import('./PopoverPanel.tsx').then((module) => module.PopoverPanel));

type MenuButtonProps = {
  /** Names the button and the menu. */
  label: string;
  /** What the button shows. */
  button: ReactNode;
  /** Buttons and links, each on a line of its own; `<hr />` parts groups of them. */
  children: ReactNode;
};

/** A button that opens a short list of buttons and links, and closes it with the first that is used. */
export function MenuButton({ label, button, children }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const close = ({ target }: MouseEvent) => {
    const used = target instanceof Element ? target.closest('button, a') : null;
    if (used && used.getAttribute('aria-disabled') !== 'true') setOpen(false);
  };
  return (
    <>
      <Button
        ref={anchor}
        aria-label={label}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onFocus={() => PopoverPanel.preload()}
        onPointerEnter={() => PopoverPanel.preload()}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </Button>
      {isOpen && (
        <PopoverPanel label={label} anchor={anchor} isMenu onClose={() => setOpen(false)}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks come from the buttons in it */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click the buttons in it */}
          <div className={styles.menu} onClick={close}>
            {children}
          </div>
        </PopoverPanel>
      )}
    </>
  );
}
