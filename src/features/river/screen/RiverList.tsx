import { describeFinding } from '#domain/finding/finding.ts';
import { describeReach } from '#domain/finding/group-text.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { pathOfSite, reachGainsPathOfSite } from '#domain/page-paths.ts';
import { formatDischarge } from '#domain/quantity.ts';
import { Bar } from '#kits/ui/marks/Standing.tsx';
import { countOf } from '#lib/count-text.ts';
import { formatSignificant, formatWhole } from '#lib/format-number.ts';
import { describeAge, describeValue, shortCanal, shortPlace, sumOfFlows, valueStateOf } from '../rules.ts';
import { cupScale, type TallRiver, type TallRow } from './lay-out-river.ts';
import styles from './River.module.css';
import { Cup, piecePath } from './RiverDrawing.tsx';

/** The middle of the river, and how far left its branches reach, in pixels. */
const middle = 58;
const leftEnd = 8;

/** The rivers downward, a row for every place and all that enters and leaves. */
export function RiverList({ rivers, on }: { rivers: readonly TallRiver[]; on: string }) {
  return rivers.map((river) => (
    <section key={river.name} className={styles.tall} aria-label={river.name}>
      <h2>{river.name}</h2>
      {slicesOf(river.rows).map(({ top, height, rows }) => (
        <div key={top}>
          <svg width="100" height={height} viewBox={`0 ${top} 100 ${height}`} aria-hidden="true">
            <Course river={river} on={on} />
          </svg>
          <ol>
            {rows.map((row) => (
              <li key={row.y} style={{ height: row.height }} data-kind={row.kind}>
                <RowText row={row} on={on} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  ));
}

/** The parts of a river that stay together where it goes on in a second column: each begins with a reservoir. */
function slicesOf(rows: readonly TallRow[]) {
  const starts = rows.flatMap((row, at) => (at === 0 || (row.kind === 'stop' && row.cup) ? [at] : []));
  return starts.map((start, at) => {
    const own = rows.slice(start, starts[at + 1]);
    const top = (own[0]?.y ?? 0) - (own[0]?.height ?? 0) / 2;
    return { top, height: own.reduce((sum, { height }) => sum + height, 0), rows: own };
  });
}

function Course({ river: { rows, pieces }, on }: { river: TallRiver; on: string }) {
  const stops = rows.filter(({ kind }) => kind === 'stop');
  return (
    <>
      <path className={styles.course} d={`M${middle} ${stops[0]?.y}V${stops.at(-1)?.y}`} />
      {rows.map((row) => (
        <RowMark key={row.y} row={row} />
      ))}
      {pieces.map((piece) => (
        <path key={piece.from} fill="var(--water)" d={piecePath(piece, middle, true)} />
      ))}
      {rows.map((row) => {
        if (row.kind !== 'stop') return null;
        const { site, cup, y } = row;
        if (!cup) {
          return (
            <circle
              key={y}
              className={styles.dot}
              data-state={valueStateOf(site, on)}
              cx={middle}
              cy={y}
              r="4.5"
            />
          );
        }
        return (
          <g key={y} transform={`translate(${middle - (cup.width * cupScale) / 2} ${y - 23})`}>
            <Cup cup={cup} />
          </g>
        );
      })}
    </>
  );
}

/** What enters and leaves on the left, and the bracket of a gain on the right. */
function RowMark({ row }: { row: TallRow }) {
  const { y } = row;
  if (row.kind === 'stop') return null;
  if (row.kind === 'gain') return <path className={styles.bracket} d={`M88 ${y - 22}h8v44h-8`} />;
  if (row.width === 0) return null;
  const bend = `${y - 8}C${middle - 24} ${y - 8} ${middle - 20} ${y} `;
  if (row.kind === 'tributary' || row.kind === 'returns') {
    return (
      <path
        className={row.kind === 'tributary' ? styles.flow : styles.return}
        strokeWidth={row.width}
        d={`M${leftEnd} ${bend}${middle} ${y + 6}`}
      />
    );
  }
  const tip = leftEnd + 9;
  return (
    <>
      <path
        className={styles.canal}
        strokeWidth={row.width}
        d={`M${middle} ${y - 6}C${middle - 18} ${y - 4} ${middle - 20} ${y + 2} ${tip} ${y + 2}`}
      />
      <path
        fill="var(--canal)"
        d={`M${tip} ${y + 2 - row.width / 2 - 4}V${y + 2 + row.width / 2 + 4}L${leftEnd - 1} ${y + 2}Z`}
      />
    </>
  );
}

function RowText({ row, on }: { row: TallRow; on: string }) {
  if (row.kind === 'canals' || row.kind === 'returns') {
    const { value, known, count, largest } = sumOfFlows(row.sites, on);
    const sign = row.kind === 'canals' ? '−' : '+';
    const noun = row.kind === 'canals' ? 'canal' : 'return';
    return (
      <>
        <span className={row.kind === 'canals' ? 'warning strong' : undefined}>
          {known < count && `${known} of `}
          {countOf(count, noun)}
        </span>
        <span className={`text-end ${row.kind === 'canals' ? 'warning strong' : ''}`}>
          {value === undefined ? 'no value' : `${value > 0 ? sign : ''}${formatDischarge(value)}`}
        </span>
        <span className="quiet-xs whole-row icon-row nowrap shrinks clip">
          <span className="ellipsis">
            {largest.slice(0, 2).map((site, at) => (
              <span key={site.loc_id}>
                {at > 0 && ', '}
                <a href={pathOfSite(site.loc_ndx)}>{shortCanal(site.loc_name)}</a>{' '}
                {formatDischarge(site.value ?? 0)}
              </span>
            ))}
          </span>
        </span>
      </>
    );
  }
  if (row.kind === 'gain') {
    const { value, bar, standing, class: name } = describeReach(row.gain, on);
    return (
      <>
        <a className="quiet plain-link ellipsis" href={reachGainsPathOfSite(row.gain.loc_ndx)}>
          {row.gain.loc_name}
        </a>
        <span className="text-sm text-end">
          {name ? name.text.split(/[ ,]/)[0] : standing} {value.replace(/ cfs$/, '')}
        </span>
        <span className="whole-row icon-row nowrap shrinks clip">
          {bar && <Bar markup={percentileBar(bar, 'tight')} />}
        </span>
      </>
    );
  }
  const { site } = row;
  const { bar } = describeFinding(site, { today: on });
  const value = describeValue(site, on);
  const age = describeAge(site, on);
  const isLine = row.kind === 'stop';
  const amount =
    isLine && row.cup && site.capacity && site.value !== null
      ? `${formatSignificant(site.value / 1000, 3)} of ${formatWhole(site.capacity / 1000)} KAF`
      : undefined;
  return (
    <>
      <a
        className={`plain-link ellipsis ${isLine ? '' : 'muted'}`}
        href={pathOfSite(site.loc_ndx)}
        aria-label={site.loc_name}
      >
        {isLine ? shortPlace(site.loc_name) : `+ ${row.name}`}
      </a>
      <span className={isLine ? 'strong text-end' : 'text-end'}>{value ?? ''}</span>
      <span className="quiet-xs whole-row icon-row nowrap shrinks clip">
        {isLine && bar && value !== undefined && <Bar markup={percentileBar(bar, 'tight')} />}
        {age === undefined ? value !== undefined && amount : <span className="warning">{age}</span>}
      </span>
    </>
  );
}
