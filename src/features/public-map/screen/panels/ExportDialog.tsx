import { useState } from 'react';
import { TextField } from '#kits/form/Field.tsx';
import { captureMap } from '#kits/map/export/capture.ts';
import { savePng } from '#kits/map/export/png.ts';
import type { PrintedMap } from '#kits/map/export/print.ts';
import { printMap } from '#kits/map/export/print-map.ts';
import { Button } from '#kits/ui/index.ts';
import { Dialog } from '#kits/ui/overlay/Dialog.tsx';
import { basinTimeZone, wallTimeInBasin } from '#lib/basin-clock.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { showToast } from '#lib/page/toasts.ts';
import { exportLegend, exportNotes, exportSource } from '../drawing/export-legend.ts';
import { type Measurement, measure } from '../drawing/measurement-text.ts';
import { marksOf } from '../freshness.ts';
import type { PublicMapScreen } from '../screen.ts';

type ExportState = { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; message: string };
type Props = { screen: PublicMapScreen; onClose: () => void };

/** Saves the current map as a picture or as a page to print. */
export function ExportDialog({ screen, onClose }: Props) {
  const [title, setTitle] = useState('');
  const [exportState, setExportState] = useState<ExportState>({ kind: 'idle' });

  async function save(what: 'pdf' | 'png' | 'plain'): Promise<void> {
    const map = screen.map();
    if (!map) return;
    setExportState({ kind: 'busy' });
    try {
      const capture = await captureMap(map);
      const inView = screen.$isShowingSites.get() ? screen.$inView.get() : [];
      const geometries = screen.data.$geometries.get();
      const groups = screen.$groups.get();
      const notes = exportNotes(groups, geometries);
      const print: PrintedMap = {
        capture,
        title: title.trim() || screenTitle(),
        ...exportLegend({
          groups,
          scheme: screen.$colors.get(),
          inView,
          marks: marksOf(inView, screen.$freshness.get()),
          geometries,
          zoom: screen.$zoom.get(),
        }),
        measurements: screen.measurements.$shapes.get().map(measure).map(toPrintedMeasurement),
        date: now(),
        address: location.href,
        source: exportSource(inView, notes),
      };
      if (what === 'pdf') printMap(print);
      else if (what === 'png') await savePng(print);
      else await savePng({ ...print, title: '', legend: [], source: notes.join(' ') }, 'map-only.png');
      if (capture.missingTiles.length > 0) {
        showToast(
          'Parts of the background map could not be loaded and are missing from the file.',
          'warning',
        );
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
          : 'PNG and PDF have title (by default that of this page), legend, measurements, scale, date and sources; the PDF also the address of this page.'}
      </p>
      {exportState.kind === 'failed' && <p role="alert">{exportState.message}</p>}
    </Dialog>
  );
}

/** `Map of Sites`, of `Monitoring Dashboard · Map of Sites`. */
const screenTitle = (): string => document.title.replace(/^.* · /, '');

function now(): string {
  const [day = '', time] = wallTimeInBasin(new Date()).split('T');
  return `${formatUsDate(day)} ${time} ${basinTimeZone()}`;
}

function toPrintedMeasurement({ title, figures }: Measurement) {
  return { title, figures: figures.map(({ label, value }) => (label ? `${label} ${value}` : value)) };
}
