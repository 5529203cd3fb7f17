import { useStore } from '@nanostores/react';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { $isPrinting, addSheet } from '../../html/print-page.ts';
import { bindUnits, followPrint, printedOrganization, type SheetFacts } from '../../html/print-sheet.ts';
import styles from './PrintSheet.module.css';

/** The path of the page that has a sheet, where it is printed on another page. */
export const SheetAddress = createContext<string | undefined>(undefined);

type SheetProps = {
  /**
   * `chart`: one landscape sheet, on which the picture has what the words leave. `board`: one landscape sheet. `table`: as many
   * upright sheets as its rows need.
   */
  kind: 'chart' | 'board' | 'table';
  status: 'idle' | 'loading' | 'failed' | 'ready';
  /** The finding. */
  title: string;
  subtitle?: string | undefined;
  facts: SheetFacts | undefined;
  /** Between the content and the foot, on paper only. */
  below?: ReactNode;
  /** The content; as a function it places the foot itself, such as beside the last rows of a table. */
  children: ReactNode | ((foot: ReactNode) => ReactNode);
};

/** A part of a screen that has sheets of its own on paper: whose it is, its finding, the content and where it is from. */
export function Sheet({ kind, status, title, subtitle, facts, below, children }: SheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const isPrinting = useStore($isPrinting);
  const isReady = status === 'ready' && facts !== undefined;
  useEffect(
    () =>
      addSheet(() => {
        if (status === 'loading') return false;
        const element = sheet.current;
        if (status !== 'ready' || !element) return true;
        const pictures = [...element.querySelectorAll('img')];
        const areDrawn = pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
        if (kind === 'chart') {
          return element.querySelector('[data-drawn]') !== null || (pictures.length > 0 && areDrawn);
        }
        return areDrawn && element.querySelector('[role="status"], [aria-busy="true"]') === null;
      }),
    [status, kind],
  );
  const latest = useRef<SheetFacts>(undefined);
  const path = useContext(SheetAddress);
  latest.current = facts && {
    ...facts,
    ...(path !== undefined && { address: new URL(path, location.href).href }),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the foot is there with the first facts
  useEffect(() => (foot.current ? followPrint(foot.current, () => latest.current) : undefined), [isReady]);
  const footer = isReady && (
    <footer className="only-print">
      {isPrinting && below && <div className={styles.below}>{below}</div>}
      <div ref={foot} />
    </footer>
  );
  return (
    <section ref={sheet} className={styles.sheet} data-sheet={status} data-kind={kind}>
      {isReady && isPrinting && (
        <header className={`only-print ${styles.head}`}>
          <p>
            <strong>{printedOrganization()}</strong>
            <span>Board meeting, ____________________ {new Date().getFullYear()}</span>
          </p>
          <h2>{bindUnits(title)}</h2>
          {subtitle !== undefined && subtitle !== title && <p>{bindUnits(subtitle)}</p>}
        </header>
      )}
      {typeof children === 'function' ? (
        children(footer)
      ) : (
        <>
          {children}
          {footer}
        </>
      )}
    </section>
  );
}
