import type { ReactNode } from 'react';
import styles from './ToolLayout.module.css';

type ToolLayoutProps = {
  title: string;
  info: ReactNode;
  /** Notices of problems, each with what to do. */
  notices?: ReactNode;
  panel: ReactNode;
  panelLabel: string;
  map: ReactNode;
  mapLabel: string;
  children: ReactNode;
};

/** A tool page: heading, form next to a map, and results below. */
export function ToolLayout(props: ToolLayoutProps) {
  const { title, info, notices, panel, panelLabel, map, mapLabel, children } = props;
  return (
    <div className={styles.screen}>
      <h1>{title}</h1>
      <div className={styles.info}>{info}</div>
      {notices}
      <div className={styles.choosing}>
        <section className={styles.panel} aria-label={panelLabel}>
          {panel}
        </section>
        <section className={styles.map} aria-label={mapLabel}>
          {map}
        </section>
      </div>
      {children}
    </div>
  );
}
