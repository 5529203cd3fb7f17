import type { Outlook } from '#contract/outlook.ts';
import { ExportButton } from '../season/ExportButton.tsx';
import { type ExportTable, toNotedCsv, toNotedJson } from '../season/export-file.ts';
import styles from '../season/Season.module.css';
import { coefficientTable, outlookNotes, predictorTable, trainingTable } from './outlook-exports.ts';
import { outlookTitle } from './outlook-text.ts';
import { hindcastTable } from './record-chart.ts';

/** Downloads of everything that an outlook rests on. */
export function OutlookExports({ outlook }: { outlook: Outlook }) {
  const { forecast, predictors } = outlook;
  const title = outlookTitle(outlook);
  const tables: readonly { readonly what: string; readonly table: () => ExportTable }[] = [
    { what: 'Predictors', table: () => predictorTable(predictors) },
    ...(forecast
      ? [
          { what: 'Coefficients', table: () => coefficientTable(predictors, forecast) },
          { what: 'Residuals', table: () => hindcastTable(forecast.hindcast) },
          { what: 'Training data', table: () => trainingTable(predictors, forecast) },
        ]
      : []),
  ];
  return (
    <section className={styles.exports} aria-label="Downloads">
      {tables.map(({ what, table }) => (
        <ExportButton
          key={what}
          label={`${what} (CSV)`}
          title={`${what}, ${title}`}
          kind="csv"
          textOf={(facts) => toNotedCsv(table(), outlookNotes(outlook, what, facts))}
        />
      ))}
      {forecast && (
        <ExportButton
          label="Model (JSON)"
          title={`Model, ${title}`}
          kind="json"
          textOf={(facts) => toNotedJson(outlook, outlookNotes(outlook, 'Model', facts))}
        />
      )}
    </section>
  );
}
