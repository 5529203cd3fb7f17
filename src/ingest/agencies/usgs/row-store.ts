import { formatDay } from '#lib/calendar.ts';
import { readNumber } from '../../parse-number.ts';
import { createValueBlocks } from '../../value-blocks.ts';
import { dayOf, type UsgsRow } from './row.ts';

/** Rows by site and code, `13037500 00060`. */
export type RowStore = {
  readonly names: () => readonly string[];
  readonly rowsOf: (name: string) => readonly UsgsRow[];
};

/** Groups rows that fit into memory. */
export function storeOf(rows: readonly UsgsRow[]): RowStore {
  const byName = Map.groupBy(rows, nameOf);
  return { names: () => [...byName.keys()], rowsOf: (name) => byName.get(name) ?? [] };
}

/** Groups the rows of a file of any size: daily values are held in blocks of numbers, other rows as they are. */
export function createRowStore() {
  const blocks = createValueBlocks();
  const kinds = createKindList();
  const byName = new Map<string, { list: ReturnType<typeof blocks.createList>; others: UsgsRow[] }>();
  return {
    add: (row: UsgsRow): void => {
      const name = nameOf(row);
      let stored = byName.get(name);
      if (!stored) {
        stored = { list: blocks.createList(), others: [] };
        byName.set(name, stored);
      }
      const day = row.time === undefined ? dayOf(row) : undefined;
      const number = readNumber(row.value?.trim() ?? '');
      const code = kinds.indexOf(row);
      if (day === undefined || code === undefined || 'reason' in number) stored.others.push(row);
      else stored.list.add({ day, line: row.line, value: number.value, code });
    },
    names: () => [...byName.keys()],
    rowsOf: (name: string): UsgsRow[] => {
      const { list, others } = byName.get(name) ?? { list: blocks.createList(), others: [] };
      const rows = [...others];
      for (const { day, line, value, code } of list.entries()) {
        const kind = kinds.at(code);
        if (kind) rows.push({ ...kind, date: formatDay(day), value: String(value), line });
      }
      return rows;
    },
    close: () => blocks.close(),
  };
}

const nameOf = ({ site, code }: UsgsRow) => `${site} ${code}`;

/** Codes of a block have 16 bits. */
const maxKinds = 65_536;

/** Numbers the rows that differ only in day, line and value, of which there are few kinds. */
function createKindList() {
  const indexes = new Map<string, number>();
  const kinds: UsgsRow[] = [];
  return {
    /** Undefined if there are too many kinds to number. */
    indexOf: (row: UsgsRow): number | undefined => {
      const { site, code, record, statistic, unit, datum, isApproved, qualifiers } = row;
      const key = [site, code, record, statistic, unit, datum, isApproved, ...qualifiers].join('\t');
      const index = indexes.get(key);
      if (index !== undefined || kinds.length >= maxKinds) return index;
      indexes.set(key, kinds.length);
      return kinds.push(row) - 1;
    },
    at: (index: number): UsgsRow | undefined => kinds[index],
  };
}
