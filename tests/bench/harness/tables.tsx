import { atom } from 'nanostores';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type Column, initialState, type TableState, TableView } from '#kits/table/index.ts';
import { waitFor, waitForPaint } from './wait.ts';

type Row = { name: string; kind: string; value: number; day: string };

const rows: readonly Row[] = Array.from({ length: 20_000 }, (_, index) => ({
  name: `Site ${Math.floor(((index + 7) * 0.618034 * 20_000) % 20_000)}`,
  kind: ['Stream Gage', 'Reservoir', 'Spring', 'Diversion'][index % 4] ?? '',
  value: Math.round(((index * 0.7548776662) % 1) * 100_000) / 100,
  day: new Date(((index * 0.56984) % 1) * 1.6e12).toISOString().slice(0, 10),
}));

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Location Name', kind: 'text', value: (row) => row.name },
  { id: 'kind', header: 'Location Type', kind: 'text', filter: 'among', value: (row) => row.kind },
  {
    id: 'value',
    header: 'Result',
    kind: 'number',
    value: (row) => row.value,
    format: (value) => value.toFixed(2),
  },
  { id: 'day', header: 'Last Report', kind: 'date', value: (row) => row.day },
];

function Table() {
  const [$table] = useState(() => atom<TableState>(initialState(columns, { pageSize: 200 })));
  return (
    <TableView
      caption="Sites"
      columns={columns}
      data={{ status: 'ready', rows }}
      $table={$table}
      noun={{ one: 'site', many: 'sites' }}
      empty="There are no sites."
    />
  );
}

const firstCell = (host: HTMLElement) =>
  host.querySelector('tbody tr:first-child td')?.textContent ?? undefined;

async function open(): Promise<{ host: HTMLElement; taken: number; close: () => void }> {
  const host = document.createElement('div');
  document.getElementById('root')?.replaceChildren(host);
  const root = createRoot(host);
  await waitForPaint();
  const began = performance.now();
  flushSync(() => root.render(<Table />));
  await waitFor('The first row', () => firstCell(host));
  return { host, taken: (await waitForPaint()) - began, close: () => root.unmount() };
}

/** Milliseconds from 20,000 loaded rows to the painted first page. */
async function tableRender(): Promise<number> {
  const { taken, close } = await open();
  close();
  return taken;
}

/** Milliseconds from a click on the header of names to the painted order. */
async function tableSort(): Promise<number> {
  const { host, close } = await open();
  const before = firstCell(host);
  const began = performance.now();
  host.querySelector<HTMLButtonElement>('th button')?.click();
  await waitFor('The other order', () => (firstCell(host) === before ? undefined : true));
  const taken = (await waitForPaint()) - began;
  close();
  return taken;
}

export const tables = { tableRender, tableSort };
