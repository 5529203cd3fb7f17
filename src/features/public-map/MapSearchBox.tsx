import { useStore } from '@nanostores/react';
import { ListOrdered } from 'lucide-react';
import { Button, SearchBox, type SearchOption } from '#kits/ui/index.ts';
import { formatLatLng } from '#lib/coordinates.ts';
import type { Suggestion, Suggestions } from './map-search.ts';
import type { PublicMapScreen } from './screen.ts';

/** The search field for sites, coordinates and places; a button switches it to comma-separated ids. */
export function MapSearchBox({ screen }: { screen: PublicMapScreen }) {
  const { mode, text } = useStore(screen.$searchText);
  const suggestions = useStore(screen.search.$suggestions);
  const byIds = mode === 'comma_separated_data_dots_search';
  const items = suggestions.status === 'ready' ? suggestions.items : [];
  return (
    <SearchBox
      label={byIds ? 'Show sites by their ids, separated by commas' : 'Search sites, coordinates and places'}
      placeholder={byIds ? 'Ids: 13037500, PAL' : 'Site, id, lat, lng or place'}
      text={text}
      onText={screen.setText}
      onFocus={screen.prepareSearch}
      onClear={screen.clearSearch}
      options={items.map(optionOf)}
      message={messageOf(suggestions)}
      onChoose={(index) => {
        const item = items[index];
        if (item) screen.choose(item);
      }}
      end={
        <Button
          variant="quiet"
          icon
          aria-label="Search by comma-separated ids"
          title="Search by comma-separated ids"
          aria-pressed={byIds}
          onClick={() => screen.setMode(byIds ? 'attributes_search' : 'comma_separated_data_dots_search')}
        >
          <ListOrdered size={16} aria-hidden="true" />
        </Button>
      }
    />
  );
}

function optionOf(item: Suggestion): SearchOption {
  switch (item.kind) {
    case 'site': {
      const { loc_ndx, loc_name, loc_id, loc_type_name, parameter_name } = item.site;
      const detail = [loc_id, loc_type_name, parameter_name].filter(Boolean).join(' · ');
      return { key: `site-${loc_ndx}`, label: loc_name, detail };
    }
    case 'coordinates':
      return { key: `at-${formatLatLng(item.place)}`, label: formatLatLng(item.place), detail: item.label };
    case 'place':
      return { key: `place-${item.place.name}-${formatLatLng(item.place)}`, label: item.place.name };
    case 'find-place':
      return { key: 'find-place', label: `Find the place “${item.text}”` };
  }
}

function messageOf(suggestions: Suggestions): string | undefined {
  if (suggestions.status === 'none') return undefined;
  if (suggestions.status === 'searching') return 'Searching…';
  if (suggestions.message) return suggestions.message;
  return suggestions.items.some(({ kind }) => kind !== 'find-place')
    ? undefined
    : `No site matches “${suggestions.text}”.`;
}
