import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import styles from './Overlay.module.css';

export type PopoverPanelProps = {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  /** As wide as its content. */
  isMenu?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A small panel at a button. Escape or a click outside closes it and restores the focus. */
export function PopoverPanel({ label, anchor, isMenu, onClose, children }: PopoverPanelProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(next, details) => {
        const target = details.event.target;
        const onAnchor = target instanceof Node && anchor.current?.contains(target) === true;
        // The button handles its own clicks.
        if (!next && !(onAnchor && details.reason === 'outside-press')) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className={styles.positioner}
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <Popover.Popup
            className={`raised column ${styles.panel}`}
            data-menu={isMenu || undefined}
            aria-label={label}
            finalFocus={anchor}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
