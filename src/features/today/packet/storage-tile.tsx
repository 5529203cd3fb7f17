import type { Brief } from '#contract/brief.ts';
import { figureWidths } from '#contract/figure.ts';
import { describeSource, originsOfRecords } from '#domain/demonstration.ts';
import { describeStorage } from '#domain/finding/brief-text.ts';
import { mountPart } from '#kits/ui/mount-part.tsx';
import { Sheet } from '#kits/ui/print/PrintSheet.tsx';
import { formatUsDate } from '#lib/calendar.ts';
import { capitalize } from '#lib/count-text.ts';
import { figureLinks } from '#stores/figure-links.ts';
import type { MountTile } from '#stores/tiles.ts';

/** The storage of all reservoirs over the year, as the figure for other sites draws it, in the board packet. */
export const mountStorageTile: MountTile = (element, { on, of }) =>
  mountPart(element, <StorageTile on={on} storage={of as NonNullable<Brief['storage']>} />);

const width = figureWidths.find((each) => each >= 1000) ?? figureWidths[0];

type StorageTileProps = { on: string | undefined; storage: NonNullable<Brief['storage']> };

function StorageTile({ on, storage }: StorageTileProps) {
  const { label, total, members } = storage;
  const { value, fullness, standing, changes, comparison, yearChange, rank } = describeStorage(storage);
  const query = { width: String(width), text: 'no', ...(on !== undefined && { on }) };
  const address = figureLinks({ title: label, name: 'storage', query }, 'light', '').picture;
  const rest = [comparison, yearChange, rank, ...changes].filter((each) => each !== undefined);
  return (
    <Sheet
      kind="board"
      status={total ? 'ready' : 'failed'}
      title={`${label}: ${[value, fullness, standing].filter(Boolean).join(', ')}`}
      subtitle={total ? `${storage.parameter_name} on ${formatUsDate(total.rdate)}` : undefined}
      facts={{
        notes: [`The sum of ${members.map(({ loc_name }) => loc_name).join(', ')}`],
        source: describeSource(originsOfRecords(members)),
        isDemonstration: members.some((each) => each.is_demonstration),
      }}
      below={<p>{capitalize(rest.join('; '))}.</p>}
    >
      <div>
        <img className="full-width full-height" src={address.replace('.png', '.svg')} alt={label} />
      </div>
    </Sheet>
  );
}
