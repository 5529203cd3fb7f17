import type { DayNumber } from '#lib/calendar.ts';
import { readNumber, type ServiceNumber } from '../reading/parse-number.ts';
import { convertUnit, type UnitConversion } from '../reading/units.ts';
import type { SourceSeries, Target } from '../source.ts';
import {
  type ImportedDays,
  inOrderOfDays,
  noDailyValues,
  type Rejection,
  type ValueMarks,
} from './daily-values.ts';
import { createKindList, createValueBlocks, type ValueList } from './value-blocks.ts';

/** A value as an agency wrote it, apart from its day. */
type ReadValue = ValueMarks & { readonly value: number };

const plainMarks: ValueMarks = { approval: 'P', qualifier: undefined };

/** One series of a file while it is read. */
export type SeriesColumn = {
  addValue(day: DayNumber, line: number, value: ReadValue): void;
  addMissing(day: DayNumber): void;
  /** Adds what a cell holds: a value, which is provisional unless `about` says otherwise, none, or no number. */
  addCell(day: DayNumber, line: number, cell: ServiceNumber, about?: ValueMarks): void;
  /** Notes a cell that cannot be read. */
  reject(day: DayNumber, line: number, text: string, reason: string): void;
  /** Refuses the whole series; the first reason counts. */
  refuse(message: string): void;
  /** Adds a sentence to the report of the series. */
  addNote(note: string): void;
};

/** What is known of a series before its values. */
type SeriesHead = {
  readonly name: string;
  readonly target: Target | undefined;
  /** Converts the values to the parameter's unit. */
  readonly conversion?: UnitConversion | undefined;
  readonly notes?: readonly string[];
};

export type SeriesCollector = {
  /** Finds a series by its name, or begins it. */
  column(name: string, begin: () => SeriesHead): SeriesColumn;
  /** Adds a sentence to the report of every series. */
  addNote(note: string): void;
  /** Yields the series one by one, each with its values in the order of days, and then forgets all. */
  series(): Generator<SourceSeries>;
  /** Forgets all. */
  close(): void;
};

/** More cells than this that cannot be read mean that the column holds something else. */
const maxRejections = 10_000;

/** Collects values cell by cell, in any order. A day with two different values is rejected. */
export function createSeriesCollector(): SeriesCollector {
  const blocks = createValueBlocks();
  const columns = new Map<string, ColumnState>();
  const kinds = createKindList(keyOfKind);
  const notes: string[] = [];
  return {
    column: (name, begin) => {
      let state = columns.get(name);
      if (!state) {
        state = createColumn(begin(), blocks.createList(), kinds);
        columns.set(name, state);
      }
      return state;
    },
    addNote: (note) => notes.push(note),
    *series() {
      try {
        for (const state of columns.values()) yield state.finish(notes);
      } finally {
        blocks.close();
      }
    },
    close: () => blocks.close(),
  };
}

type KindList = ReturnType<typeof createKindList<ValueMarks>>;

const keyOfKind = ({ approval, qualifier, isSuspect = false }: ValueMarks) =>
  `${approval}${isSuspect ? '!' : ' '}${qualifier ?? ''}`;

type ColumnState = SeriesColumn & { finish(notes: readonly string[]): SourceSeries };

function createColumn(
  { name, target, conversion, notes: firstNotes = [] }: SeriesHead,
  values: ValueList,
  kinds: KindList,
): ColumnState {
  const rejections: Rejection[] = [];
  const ownNotes = [...firstNotes];
  const missing: DayNumber[] = [];
  let problem: string | undefined;
  const isIgnored = () => target === undefined || problem !== undefined;
  const refuse = (message: string) => {
    problem ??= message;
  };
  const addValue: SeriesColumn['addValue'] = (day, line, read) => {
    if (isIgnored()) return;
    const value = conversion ? convertUnit(read.value, conversion) : read.value;
    values.add(day, value, line, kinds.indexOf(read) ?? 0);
  };
  const addMissing = (day: DayNumber) => {
    if (!isIgnored()) missing.push(day);
  };
  const reject: SeriesColumn['reject'] = (day, line, text, reason) => {
    if (isIgnored()) return;
    rejections.push({ day, value: `line ${line}: "${text.slice(0, 40)}"`, reason });
    if (rejections.length > maxRejections) {
      refuse(
        `More than ${maxRejections} cells cannot be read, the first: ${rejections[0]?.value} ${rejections[0]?.reason}.`,
      );
    }
  };
  return {
    refuse,
    addNote: (note) => ownNotes.push(note),
    addValue,
    addMissing,
    reject,
    addCell: (day, line, cell, about = plainMarks) => {
      const read = readNumber(cell);
      if (read === 'missing') addMissing(day);
      else if ('reason' in read) reject(day, line, String(cell).trim(), read.reason);
      else addValue(day, line, { value: read.value, ...about });
    },
    finish: (notes) => {
      if (!target) return { kind: 'unknown', name };
      const found = problem === undefined ? toDailyValues(values, kinds) : noDailyValues;
      const { readings, repeated } = inOrderOfDays(found);
      const all = [...rejections, ...repeated];
      const [first] = all;
      if (readings.days.length === 0 && first)
        refuse(`No value can be read: ${first.value} ${first.reason}.`);
      if (problem !== undefined) return { kind: 'refused', name, message: problem };
      const allNotes = [...ownNotes, ...notes];
      const read = { kind: 'read', name, target, readings, rejections: all, missing } as const;
      return allNotes.length > 0 ? { ...read, notes: allNotes } : read;
    },
  };
}

function toDailyValues(list: ValueList, kinds: KindList): ImportedDays {
  const days: DayNumber[] = [];
  const values: number[] = [];
  const marks: ValueMarks[] = [];
  const lines: number[] = [];
  list.forEach((day, value, line, code) => {
    days.push(day);
    values.push(value);
    marks.push(kinds.at(code) ?? plainMarks);
    lines.push(line);
  });
  return { days, values, marks, lines };
}
