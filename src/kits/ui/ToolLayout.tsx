import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './Button.tsx';
import { type Folds, loadFolds, saveFolds } from './folds.ts';
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
  children: ReactNode;
};

/** A tool page: heading, form as a bar next to a low map, and results below. Form and map fold for this session. */
export function ToolLayout(props: ToolLayoutProps) {
  const { title, info, notices, panel, panelLabel, map, mapLabel, children } = props;
  const id = useId();
  const [folds, setFolds] = useFolds();
  const hasForm = folds.form === 'open';
  const hasMap = folds.map !== 'folded';
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{title}</h1>
        <FoldButton
          controls={`${id}-form`}
          open={hasForm}
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
      <div className={styles.choosing} data-map={folds.map} data-form={folds.form}>
        <section className={styles.panel} id={`${id}-form`} aria-label={panelLabel} hidden={!hasForm}>
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

function useFolds(): [Folds, (folds: Folds) => void] {
  const [folds, setFolds] = useState(() => loadFolds(location.pathname));
  return [
    folds,
    (next) => {
      setFolds(next);
      saveFolds(location.pathname, next);
    },
  ];
}

type FoldButtonProps = { controls: string; open: boolean; onToggle: () => void; children: string };

function FoldButton({ controls, open, onToggle, children }: FoldButtonProps) {
  return (
    <Button
      variant="quiet"
      className={styles.fold}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    >
      {children}
      <ChevronDown size={16} aria-hidden="true" />
    </Button>
  );
}
