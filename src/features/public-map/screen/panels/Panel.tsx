import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, type Ref, use, useId } from 'react';
import { Button, SkeletonLines } from '#kits/ui/index.ts';
import styles from '../PublicMap.module.css';
import { nextStop, type Sheet, SheetContext } from './MapSheet.tsx';

type Props = {
  side: 'left' | 'right';
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  /** Without it, the panel has no close button. */
  onClose?: (() => void) | undefined;
  /** The name of the close button; `Close` and the title by default. */
  closeLabel?: string;
  /** A dialog gets the focus when it opens. */
  role?: 'dialog';
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** A panel beside the map on a wide screen, the content of the sheet on a narrow one. */
export function Panel({ side, title, note, action, onClose, closeLabel, role, ref, children }: Props) {
  const id = useId();
  const sheet = use(SheetContext);
  return (
    <section
      ref={ref}
      className={`column ${styles.panel} text-sm shrinks surface`}
      data-side={side}
      data-in-sheet={sheet ? '' : undefined}
      role={role}
      tabIndex={-1}
      aria-labelledby={id}
    >
      <header
        className={`row ${styles.head} rigid ruled-below touch-target`}
        data-nowrap
        data-gap={2}
        {...sheet?.drag}
      >
        <h2 id={id} className={`anywhere ${styles.title} text-md tight shrinks clip`}>
          {title}
        </h2>
        <span className={`quiet-xs ${styles.note} shrinks`}>{note}</span>
        {action}
        {sheet && <StopButtons sheet={sheet} />}
        {onClose && (
          <Button variant="quiet" icon aria-label={closeLabel ?? `Close ${title}`} onClick={onClose}>
            <X size={16} aria-hidden="true" />
          </Button>
        )}
      </header>
      <div className="scroll-y inner-focus" hidden={sheet?.stop === 'peek'}>
        {children}
      </div>
    </section>
  );
}

/** The keyboard's way, and that of people who do not drag. */
function StopButtons({ sheet: { stop, onStop } }: { sheet: Sheet }) {
  const step = (by: 1 | -1, label: string, icon: ReactNode) => (
    <Button
      variant="quiet"
      icon
      aria-label={label}
      aria-disabled={nextStop(stop, by) === stop}
      onClick={() => onStop(nextStop(stop, by))}
    >
      {icon}
    </Button>
  );
  return (
    <>
      {step(1, 'Make the sheet larger', <ChevronUp size={18} aria-hidden="true" />)}
      {step(-1, 'Make the sheet smaller', <ChevronDown size={18} aria-hidden="true" />)}
    </>
  );
}

type PanelPlaceProps = { title: string; onClose: () => void };

/** Has the place of a panel whose script is loading. */
export function PanelPlace({ title, onClose }: PanelPlaceProps) {
  return (
    <Panel side="right" title={title} onClose={onClose}>
      <SkeletonLines count={12} label={`Loading ${title}`} />
    </Panel>
  );
}

/** For a click that removes its button or the popup: the map would then handle it as a click on itself. */
export function withoutPropagation(act: () => void) {
  return (event: MouseEvent): void => {
    event.stopPropagation();
    act();
  };
}
