import { describeFinding } from '#domain/finding/finding.ts';
import { describeReach } from '#domain/finding/group-text.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { pathOfSite, reachGainsPathOfSite } from '#domain/page-paths.ts';
import type { Teacup } from '#domain/teacup.ts';
import { describeAge, describeValue, valueStateOf } from '../rules.ts';
import {
  type BranchMark,
  barHeight,
  cupScale,
  type GainMark,
  type Label,
  type LabelLine,
  type Lane,
  lineHeight,
  type Piece,
  type RiverLayout,
  type SectionMark,
  type Stop,
} from './lay-out-river.ts';
import styles from './River.module.css';

type Props = { layout: RiverLayout; on: string };

/** The rivers from left to right. Links follow each other downstream. */
export function RiverDrawing({ layout, on }: Props) {
  const { width, height, lanes, gains, gainsTop } = layout;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its links have names; a title would follow the pointer everywhere.
    <svg
      className={`${styles.drawing} block`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {lanes.map((lane) => (
        <LaneDrawing key={lane.name} lane={lane} on={on} />
      ))}
      {gains.length > 0 && (
        <text className={styles.strong} x="0" y={gainsTop + 22}>
          Gains between gages
          <tspan className={styles.quiet} x="0" dy="18">
            7-day mean, against the same days of other years
          </tspan>
        </text>
      )}
      {gains.map((mark) => (
        <Gain key={mark.gain.loc_id} mark={mark} top={gainsTop} on={on} />
      ))}
    </svg>
  );
}

function LaneDrawing({ lane, on }: { lane: Lane; on: string }) {
  const { name, top, y, stops, sections, pieces, mouth } = lane;
  const [first, last] = [stops[0], stops.at(-1)];
  const lastX = last?.x ?? 0;
  return (
    <g>
      <text className={styles.river} x="0" y={top + 16}>
        {name}
      </text>
      {first && <path className={styles.course} d={`M${first.x} ${y}H${lastX}`} />}
      {sections.flatMap(({ branches }) =>
        branches.map((branch) => <Branch key={branch.x} branch={branch} y={y} pieces={pieces} />),
      )}
      {pieces.map((piece) => (
        <path key={piece.from} fill="var(--water)" d={piecePath(piece, y)} />
      ))}
      {mouth && (
        <path
          className={mouth.width > 0 ? styles.flow : styles.course}
          strokeWidth={mouth.width || 1}
          d={`M${lastX} ${y}H${mouth.x - 24}Q${mouth.x} ${y} ${mouth.x} ${y + 24}V${mouth.y}`}
        />
      )}
      {stops.map((stop) => (
        <g key={stop.site.loc_id}>
          {sections
            .filter(({ section }) => section.to === stop.site)
            .map((section) => (
              <SectionLabel key="section" mark={section} on={on} />
            ))}
          <StopDrawing stop={stop} y={y} on={on} />
        </g>
      ))}
    </g>
  );
}

/** The outline of a piece around its line. */
export function piecePath({ from, to, start, end }: Piece, across: number, isTall = false): string {
  const middle = (from + to) / 2;
  const at = (along: number, offset: number) =>
    isTall ? `${round(across + offset)} ${round(along)}` : `${round(along)} ${round(across + offset)}`;
  const [upper, lower] = [start / 2, end / 2];
  return [
    `M${at(from, -upper)}C${at(middle, -upper)} ${at(middle, -lower)} ${at(to, -lower)}`,
    `L${at(to, lower)}C${at(middle, lower)} ${at(middle, upper)} ${at(from, upper)}Z`,
  ].join('');
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Canals leave with the current, at the edge of the river; what enters comes straight. */
function Branch({ branch, y, pieces }: { branch: BranchMark; y: number; pieces: readonly Piece[] }) {
  const { kind, x, width, to } = branch;
  if (kind !== 'canals') {
    return (
      <path
        className={kind === 'tributary' ? styles.flow : styles.return}
        strokeWidth={width}
        d={`M${round(x)} ${to}V${y}`}
      />
    );
  }
  const piece = pieces.find(({ from, to: end }) => from <= x && x <= end);
  const edge = y + (piece?.start ?? 0) / 2 - width / 2;
  const bend = width / 2 + 14;
  const tip = to - 1;
  const base = tip - 9;
  return (
    <>
      <path
        className={styles.canal}
        strokeWidth={width}
        d={`M${round(x - bend)} ${round(edge)}Q${round(x)} ${round(edge)} ${round(x)} ${round(Math.min(base, edge + bend))}V${base}`}
      />
      <path
        fill="var(--canal)"
        d={`M${round(x - width / 2 - 4)} ${base}H${round(x + width / 2 + 4)}L${round(x)} ${tip}Z`}
      />
    </>
  );
}

function StopDrawing({ stop, y, on }: { stop: Stop; y: number; on: string }) {
  const { site, x, half, cup, label } = stop;
  const { bar, sentence } = describeFinding(site, { today: on });
  const state = valueStateOf(site, on);
  const edge = cup ? y - cupTop : y - Math.max(half, 4.5);
  return (
    <a
      href={pathOfSite(site.loc_ndx)}
      aria-label={nameOf(label.lines, `${site.loc_name}: ${sentence}`)}
      className={`no-underline ${styles.stop}`}
    >
      <path className={styles.leader} d={`M${x} ${label.top + label.height}V${edge}`} />
      {cup ? (
        <g transform={`translate(${x - (cup.width * cupScale) / 2} ${y - cupTop})`}>
          <Cup cup={cup} />
        </g>
      ) : (
        <circle className={styles.dot} data-state={state} cx={x} cy={y} r="4.5" />
      )}
      <LabelText label={label} />
      {bar && state !== 'unknown' && (
        <Bar x={x} y={label.top + label.height - barHeight} markup={percentileBar(bar, 'tight')} />
      )}
    </a>
  );
}

/** The accessible name of a link: it has what is shown, so that it can be called by them. */
function nameOf(lines: readonly Pick<LabelLine, 'text'>[], whole: string): string {
  const shown = lines.map(({ text }) => text).join(' ');
  const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N} ]/gu, '').toLowerCase();
  return plain(whole).includes(plain(shown)) ? whole : `${shown}: ${whole}`;
}

const cupTop = 24;

/** A cup with its water, the mark of a year before and the line of the median. */
export function Cup({ cup: { cup, water, lastYear, median } }: { cup: Teacup }) {
  return (
    <g transform={`scale(${cupScale})`}>
      <path fill="var(--color-surface)" d={cup} />
      <path fill="var(--cup)" stroke="var(--color-line-strong)" d={cup} />
      {water !== undefined && <path fill="var(--water)" d={water} />}
      {median && (
        <path stroke="var(--color-ink)" strokeWidth="3" d={`M${median.from} ${median.at}H${median.to}`} />
      )}
      {lastYear !== undefined && (
        <path fill="var(--color-surface)" stroke="var(--color-ink)" strokeWidth="2.5" d={lastYear} />
      )}
    </g>
  );
}

const barScale = 0.72;
const barWidth = 73 * barScale;

/** A percentile bar with its middle at `x`. */
function Bar({ x, y, markup }: { x: number; y: number; markup: string }) {
  return (
    <g
      transform={`translate(${round(x - barWidth / 2)} ${y}) scale(${barScale})`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is made by the portal's own code.
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

function LabelText({ label }: { label: Label }) {
  return placeLines(label).map(({ line, y }) => <LineText key={y} line={line} x={label.x} y={y} />);
}

/** The base line of each line of a label. */
function placeLines({ lines, top }: Label) {
  return lines.map((line, at) => ({ line, y: top + (at + 1) * lineHeight - 3 }));
}

function LineText({ line, x, y }: { line: LabelLine; x: number; y: number }) {
  return (
    <text className={styles[line.kind]} x={round(x)} y={round(y)} textAnchor="middle">
      {line.text}{' '}
    </text>
  );
}

/** What leaves and enters a stretch: its sums, and links to the sites that are named. */
function SectionLabel({ mark: { label }, on }: { mark: SectionMark; on: string }) {
  const lines = placeLines(label);
  const groups: { site: LabelLine['site']; lines: typeof lines }[] = [];
  for (const each of lines) {
    const last = groups.at(-1);
    if (last && each.line.site !== undefined && last.site === each.line.site) last.lines.push(each);
    else groups.push({ site: each.line.site, lines: [each] });
  }
  return groups.map(({ site, lines: own }) => {
    const texts = own.map(({ line, y }) => <LineText key={y} line={line} x={label.x} y={y} />);
    const key = own[0]?.y;
    if (!site) return <g key={key}>{texts}</g>;
    const shown = own.map(({ line }) => line);
    const name = nameOf(shown, `${site.loc_name}: ${describeValue(site, on) ?? describeAge(site, on)}`);
    return (
      <a
        key={key}
        href={pathOfSite(site.loc_ndx)}
        aria-label={name}
        className={`no-underline ${styles.stop}`}
      >
        {texts}
      </a>
    );
  });
}

/** A bracket from gage to gage, and beneath it what the river gains there. */
function Gain({ mark: { gain, from, to }, top, on }: { mark: GainMark; top: number; on: string }) {
  const { value, bar, standing, class: name, age } = describeReach(gain, on);
  const x = (from + to) / 2;
  const note = [name ? name.text.split(/[ ,]/)[0] : standing, age].filter(Boolean).join(', ');
  return (
    <a
      href={reachGainsPathOfSite(gain.loc_ndx)}
      aria-label={nameOf(
        [{ text: value.replace(/ cfs$/, '') }, { text: note }],
        `${gain.loc_name}: ${value}, ${standing}`,
      )}
      className={`no-underline ${styles.stop}`}
    >
      <path className={styles.bracket} d={`M${from + 3} ${top + 10}v-8H${to - 3}v8`} />
      <text className={styles.value} x={x} y={top + 26} textAnchor="middle">
        {value.replace(/ cfs$/, '')}{' '}
      </text>
      {bar && <Bar x={x} y={top + 33} markup={percentileBar(bar, 'tight')} />}
      <text className={styles.name} x={x} y={top + 60} textAnchor="middle">
        {note}
      </text>
    </a>
  );
}
