import type { Basin } from '#contract/basin/basin.ts';
import { loadFills } from '#features/fills.ts';
import type { Import, ImportStore } from './engine/import-series.ts';
import type { IngestReport } from './report.ts';

/** Sources of a feature, the hook `import-sources`. A name may have two words. */
export type FeatureSource = {
  /** How the command line names them: `feed NAME`. */
  readonly usage: string;
  /** Those of a basin, which an import of all sources reads, too. */
  readonly namesOf: (basin: Basin) => readonly string[];
  readonly isSource: (name: string) => boolean;
  /** What the history calls it. */
  readonly nameOfRun: (name: string) => string;
  readonly run: (store: ImportStore, work: Import, report: IngestReport) => Promise<void>;
};

export function loadFeatureSources(): Promise<readonly FeatureSource[]> {
  return loadFills<FeatureSource>('import-sources');
}

export async function findFeatureSource(name: string): Promise<FeatureSource | undefined> {
  return (await loadFeatureSources()).find(({ isSource }) => isSource(name));
}
