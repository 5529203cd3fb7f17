import { ChevronDown } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { allFolded, type Folds, loadFolds, saveFolds } from './folds.ts';
import styles from './ToolLayout.module.css';

type ToolLayoutProps = {
  title: string;
  info: ReactNode;
  /** Notices of problems, each with what to do. */
  notices?: ReactNode;
  /** The fields, the widest first and Submit last. */
  panel: ReactNode;
  panelLabel: string;
  map: ReactNode;
  mapLabel: string;
  folding?: Folding;
  children: ReactNode;
};

/** A page whose form and map make room for the result. */
type Folding = {
  /** What was submitted; another value than before folds form and map, and undefined opens them. */
  submitted: unknown;
  /** Stands for the folded form: a summary of it, a button that opens it, and Submit. */
  bar: (openForm: () => void) => ReactNode;
};

/** A tool page: heading, form as a bar next to a low map, and results below. Form and map fold for this session. */
export function ToolLayout(props: ToolLayoutProps) {
  const { title, info, notices, panel, panelLabel, map, mapLabel, folding, children } = props;
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLElement>(null);
  const [folds, setFolds] = useFolds(folding?.submitted, () => {
    // A folded form must not swallow the focus.
    if (form.current?.contains(document.activeElement)) toggle.current?.focus({ preventScroll: true });
  });
  const hasForm = folds.form === 'open';
  const hasMap = folds.map !== 'folded';
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{title}</h1>
        <FoldButton
          controls={`${id}-form`}
          open={hasForm}
          ref={toggle}
          onToggle={() => setFolds({ ...folds, form: hasForm ? 'folded' : 'open' })}
        >
          Inputs
        </FoldButton>
        <FoldButton
          controls={`${id}-map`}
          open={hasMap}
          onToggle={() => setFolds({ ...folds, map: hasMap ? 'folded' : 'beside' })}
        >
          Map
        </FoldButton>
        {hasMap && (
          <Button
            variant="quiet"
            className={styles.enlarge}
            aria-pressed={folds.map === 'large'}
            onClick={() => setFolds({ ...folds, map: folds.map === 'large' ? 'beside' : 'large' })}
          >
            Large map
          </Button>
        )}
      </div>
      <div className={styles.info}>{info}</div>
      {notices}
      {!hasForm && folding && (
        <section className={styles.bar} aria-label={panelLabel}>
          {folding.bar(() => setFolds({ ...folds, form: 'open' }))}
        </section>
      )}
      <div className={styles.choosing} data-map={folds.map} data-form={folds.form}>
        <section
          ref={form}
          className={styles.panel}
          id={`${id}-form`}
          aria-label={panelLabel}
          hidden={!hasForm}
        >
          {panel}
        </section>
        <section className={styles.map} id={`${id}-map`} aria-label={mapLabel} hidden={!hasMap}>
          {hasMap && map}
        </section>
      </div>
      {children}
    </div>
  );
}

function useFolds(submitted: unknown, onFold: () => void): [Folds, (folds: Folds) => void] {
  const [folds, setFolds] = useState(() =>
    submitted === undefined ? loadFolds(location.pathname) : allFolded,
  );
  const before = useRef(submitted);
  useEffect(() => {
    if (before.current === submitted) return;
    before.current = submitted;
    if (submitted === undefined) setFolds(loadFolds(location.pathname));
    else {
      onFold();
      setFolds(allFolded);
    }
  }, [submitted, onFold]);
  return [
    folds,
    (next) => {
      setFolds(next);
      saveFolds(location.pathname, next);
    },
  ];
}

type FoldButtonProps = {
  controls: string;
  open: boolean;
  onToggle: () => void;
  ref?: Ref<HTMLButtonElement>;
  children: string;
};

function FoldButton({ controls, open, onToggle, ref, children }: FoldButtonProps) {
  return (
    <Button
      variant="quiet"
      className={styles.fold}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
      {...(ref && { ref })}
    >
      {children}
      <ChevronDown size={16} aria-hidden="true" />
    </Button>
  );
}
