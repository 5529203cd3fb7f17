import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { toRequestFailed } from '#client/request.ts';
import { type Demonstration, readDemonstration, removeDemonstration } from '#contract/demonstration.ts';
import { Dialog } from '#kits/ui/Dialog.tsx';
import { Button, Notice } from '#kits/ui/index.ts';
import { useScreen } from '#kits/ui/use-screen.ts';
import { safeSessionStorage } from '#lib/storage.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import { showToast } from '#stores/toasts.ts';

/** Says how much of the portal is synthetic, and removes it on request. Shows nothing without demonstration data. */
export function DemonstrationPanel() {
  const { left } = useScreen(createDemonstration);
  const data = dataOf(useStore(left.$state));
  const [isAsking, setIsAsking] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  if (!data || data.series + data.records === 0) return null;

  async function remove() {
    setIsAsking(false);
    setIsRemoving(true);
    try {
      const removed = await request(removeDemonstration, {}, {});
      // The mark at the top of the next page asks the server again.
      safeSessionStorage.removeItem('demo-data');
      showToast(`Removed ${describeDemonstration(removed)}.`, 'success');
    } catch (cause) {
      const { message } = toRequestFailed(cause);
      showToast(`The demonstration data were not removed. ${message}`, 'error');
    } finally {
      setIsRemoving(false);
      void left.retry();
    }
  }

  return (
    <>
      <h2>Demonstration data</h2>
      <Notice
        severity="info"
        action={
          <Button onClick={() => setIsAsking(true)} aria-disabled={isRemoving}>
            {isRemoving ? 'Removing…' : 'Remove demonstration data'}
          </Button>
        }
      >
        {data.series} of {data.all_series} records are synthetic. An import replaces them record by record.
      </Notice>
      <Dialog
        open={isAsking}
        title="Remove the demonstration data?"
        onDismiss={() => setIsAsking(false)}
        actions={
          <>
            <Button onClick={() => setIsAsking(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => void remove()}>
              Remove
            </Button>
          </>
        }
      >
        <p>
          This deletes {describeDemonstration(data)}. Stations, imported values, values entered by hand and
          records that somebody has edited stay. It cannot be undone.
        </p>
      </Dialog>
    </>
  );
}

function createDemonstration() {
  const left = createQuery({ fetch: (signal) => request(readDemonstration, {}, { signal }) });
  return { left, ...createScreen({ queries: [left] }) };
}

function describeDemonstration({ series, records }: Demonstration): string {
  return `the values of ${series} synthetic records, and ${records} content records of the demonstration`;
}
