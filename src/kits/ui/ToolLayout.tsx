import type { ReactNode } from 'react';
import styles from './ToolLayout.module.css';

export type ToolLayoutProps = {
  title: string;
  info: ReactNode;
  /** What stands in the way, each with what to do about it. */
  notices?: ReactNode;
  panel: ReactNode;
  panelLabel: string;
  map: ReactNode;
  mapLabel: string;
  children: ReactNode;
};

/** A tool's page: heading, choices beside a map, and below them what came of the choice. */
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
