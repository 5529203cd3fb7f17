import type { Brief } from '#contract/brief.ts';
import { figureWidths } from '#contract/figure.ts';
import { describeStorage } from '#domain/finding/brief-text.ts';
import { mountPart } from '#kits/ui/mount-part.tsx';
import { Sheet } from '#kits/ui/PrintSheet.tsx';
import { figureLinks } from '#stores/figure-links.ts';
import type { MountTile } from '#stores/tiles.ts';

/** The storage of all reservoirs over the year, as the figure for other sites draws it, in the board packet. */
export const mountStorageTile: MountTile = (element, { of }) =>
  mountPart(element, <StorageTile storage={of as NonNullable<Brief['storage']>} />);

const width = figureWidths.find((each) => each >= 1000) ?? figureWidths[0];

function StorageTile({ storage }: { storage: NonNullable<Brief['storage']> }) {
  const { value, fullness, standing } = describeStorage(storage);
  const figure = { title: storage.label, name: 'storage', query: { width: String(width) } } as const;
  const address = figureLinks(figure, 'light', '').picture.replace('.png', '.svg');
  return (
    <Sheet
      kind="board"
      status="ready"
      title={`${storage.label}: ${[value, fullness, standing].filter(Boolean).join(', ')}`}
      // The picture names its source.
      facts={{}}
    >
      <div>
        <img className="full-width full-height" src={address} alt={storage.label} />
      </div>
    </Sheet>
  );
}
