import { useState } from 'react';
import { pathOfSite } from '#domain/page-paths.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { Button, Stack } from '#kits/ui/index.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { formatPercent, formatSignificant, withMinus } from '#lib/format-number.ts';
import styles from '#season/issue-day/Season.module.css';
import { SeasonTable } from '#season/SeasonTable.tsx';
import { toKaf } from '#season/volume-text.ts';
import type { Outlook, OutlookPredictor } from '../contract.ts';
import { effectInAf, volumeBefore, volumesOf } from './outlook-text.ts';

/** More would be much longer than the volumes beside them. */
const shownAtFirst = 8;

/** Each predictor with its value, and how far it moves the median volume. Those that move it most come first. */
export function Predictors({ outlook }: { outlook: Outlook }) {
  const { forecast, predictors, issued } = outlook;
  const [showsAll, setShowsAll] = useState(false);
  const remaining = forecast ? volumesOf(forecast).p50 - volumeBefore(outlook) : 0;
  const rows = predictors
    .map((predictor) => ({ predictor, effect: effectInAf(predictor, remaining) }))
    .toSorted((one, other) => Math.abs(other.effect ?? 0) - Math.abs(one.effect ?? 0));
  const largest = Math.max(1, ...rows.map(({ effect }) => Math.abs(effect ?? 0)));
  return (
    <Stack gap={3} data-roomy className={`card ${styles.drivers}`}>
      <SeasonTable
        caption={forecast ? 'What drives it' : 'The predictors on the issue day'}
        header={[
          'Predictor',
          'Value',
          <abbr key="z" title="Standard deviations from the mean of the training years">
            z
          </abbr>,
          ...(forecast ? ['Weight', 'Effect (KAF)', 'Less or more'] : []),
        ]}
        rows={(showsAll ? rows : rows.slice(0, shownAtFirst)).map(({ predictor, effect }) => ({
          key: `${predictor.kind} ${predictor.loc_ndx}`,
          head: (
            <>
              <a href={pathOfSite(predictor.loc_ndx)}>{predictor.loc_name}</a>{' '}
              <span className="quiet">
                {predictor.kind === 'snow' ? predictor.group : 'Mean winter flow'}
              </span>
              {predictor.is_late && <span className={`text-xs warning ${styles.late} rounded`}>late</span>}
            </>
          ),
          cells: [
            describeValue(predictor, issued),
            predictor.z === null ? '–' : formatSigned(predictor.z.toFixed(2)),
            ...(forecast
              ? [
                  predictor.weight === null ? '–' : formatPercent(predictor.weight * 100),
                  effect === null ? '–' : formatSigned(formatSignificant(toKaf(effect), 2)),
                  effect !== null && <EffectBar share={effect / largest} />,
                ]
              : []),
          ],
        }))}
      />
      {rows.length > shownAtFirst && (
        <p>
          <Button variant="link" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${rows.length} predictors`}
          </Button>
        </p>
      )}
      {forecast && (
        <p className="quiet">
          Effect: how much more or less the 50 % volume is than it would be with this predictor at its mean.
        </p>
      )}
    </Stack>
  );
}

/** The value, its date where that is not the issue day, and whether it may still be revised. */
function describeValue({ kind, value, units_name, rdate, is_provisional }: OutlookPredictor, issued: string) {
  if (value === null) return 'no value';
  const isOfOtherDay = kind === 'snow' && rdate !== null && rdate !== issued;
  const remarks = [isOfOtherDay && monthAndDay(rdate), is_provisional && 'provisional'];
  return (
    <>
      {formatQuantity(value, units_name)} {units_name}
      <span className="quiet"> {remarks.filter(Boolean).join(', ')}</span>
    </>
  );
}

/** A formatted number with its sign: `+1.2`, `−0.4`. */
function formatSigned(text: string): string {
  const shown = withMinus(text);
  return /^(−|[0.]+$)/.test(shown) ? shown : `+${shown}`;
}

/** From the middle to the right for more, to the left for less. */
function EffectBar({ share }: { share: number }) {
  const width = Math.abs(share) * 49;
  return (
    <svg
      className={`full-width ${styles.bar}`}
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect
        fill={share < 0 ? 'var(--color-warning)' : 'var(--color-accent)'}
        x={share < 0 ? 50 - width : 50}
        y="2"
        width={width}
        height="10"
      />
      <line stroke="var(--color-line-strong)" x1="50" x2="50" y1="0" y2="14" />
    </svg>
  );
}
