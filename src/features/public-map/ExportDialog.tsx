import { useState } from 'react';
import { TextField } from '#kits/form/Field.tsx';
import { captureMap, savePdf, savePng } from '#kits/map/index.ts';
import { Button, Dialog } from '#kits/ui/index.ts';
import { formatUsDate, todayInBasin } from '#lib/calendar.ts';
import { exportLegend, exportNotes, exportSource } from './export-legend.ts';
import { marksOf } from './freshness.ts';
import type { Measurement } from './measurements.ts';
import type { PublicMapScreen } from './screen.ts';

type ExportState = { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; message: string };
type Props = { screen: PublicMapScreen; onClose: () => void; notify: (message: string) => void };

/** Saves the current map as a picture or as a page to print. */
export function ExportDialog({ screen, onClose, notify }: Props) {
  const [title, setTitle] = useState('');
  const [exportState, setExportState] = useState<ExportState>({ kind: 'idle' });

  async function save(what: 'pdf' | 'png' | 'plain'): Promise<void> {
    const map = screen.map();
    if (!map) return;
    setExportState({ kind: 'busy' });
    try {
      const capture = await captureMap(map);
      const groups = screen.$groups.get();
      const inView = screen.$inView.get();
      const { demo } = document.documentElement.dataset;
      const notes = exportNotes(demo, groups, screen.data.$geometries.get());
      const { legendTitle, legend } = exportLegend({
        groups,
        scheme: screen.$colors.get(),
        inView,
        marks: marksOf(inView, screen.$freshness.get()),
        geometries: screen.data.$geometries.get(),
        zoom: screen.$zoom.get(),
      });
      if (what === 'plain') await savePng(capture, { notes: notes.join(' ') });
      else if (what === 'png') {
        await savePng(capture, { notes: notes.join(' '), title: title.trim(), legend, legendTitle });
      } else {
        await savePdf({
          capture,
          title,
          legend,
          legendTitle,
          measurements: screen.measurements.$list.get().map(toPrintedMeasurement),
          date: today(),
          source: exportSource(inView, notes),
        });
      }
      if (capture.missingTiles.length > 0) {
        notify('Parts of the background map could not be loaded and are missing from the file.');
      }
      onClose();
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'Something went wrong';
      setExportState({ kind: 'failed', message: `The map could not be saved. ${reason}` });
    }
  }

  const busy = exportState.kind === 'busy';
  return (
    <Dialog
      open
      title="Export the map"
      onDismiss={busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={busy} onClick={() => void save('plain')}>
            Map only
          </Button>
          <Button disabled={busy} onClick={() => void save('png')}>
            Save PNG
          </Button>
          <Button variant="primary" disabled={busy} onClick={() => void save('pdf')}>
            Print PDF
          </Button>
        </>
      }
    >
      <TextField label="Print report title" value={title} onChange={setTitle} maxLength={200} />
      <p role="status">
        {busy
          ? 'Waiting for the map…'
          : 'PNG and PDF have the title, the legend and the scale; the PDF also date and source.'}
      </p>
      {exportState.kind === 'failed' && <p role="alert">{exportState.message}</p>}
    </Dialog>
  );
}

function today(): string {
  return formatUsDate(todayInBasin(new Date()));
}

function toPrintedMeasurement({ title, figures }: Measurement) {
  return { title, figures: figures.map(({ label, value }) => (label ? `${label} ${value}` : value)) };
}
