import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo } from 'react';
import type { PointContent } from '#kits/chart/index.ts';
import { PointChart } from '#kits/chart/PointChart.tsx';
import { Stack } from '#kits/ui/index.ts';
import { PrintSheet, type SheetTable } from '#kits/ui/PrintSheet.tsx';
import { needsToken } from '#stores/data-access.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';

type PointFigureProps<T> = {
  data: T;
  /** Undefined: there is nothing to draw, and no figure. */
  contentOf: (data: T, theme: 'light' | 'dark') => PointContent | undefined;
  /** Of a file with the values. */
  address: string;
  /** What the chart says, as a sentence, for paper. */
  finding: string | undefined;
  table: SheetTable | null;
  children?: ReactNode;
};

/** A chart of points in a card, with a page on paper. */
export function PointFigure<T>(props: PointFigureProps<T>) {
  const { data, contentOf, address, finding, table, children } = props;
  const theme = useStore($resolvedTheme);
  const content = useMemo(() => contentOf(data, theme), [data, contentOf, theme]);
  const printed = useMemo(() => contentOf(data, 'light'), [data, contentOf]);
  if (!content) return null;
  return (
    <Stack gap={3} data-roomy className="card">
      <PrintSheet data={{ status: 'ready', content }} finding={finding} table={table}>
        <PointChart
          content={content}
          printed={printed}
          theme={theme}
          notify={showToast}
          link={{ address, access: needsToken }}
        />
      </PrintSheet>
      {children}
    </Stack>
  );
}
