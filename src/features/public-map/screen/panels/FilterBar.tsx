import { useStore } from '@nanostores/react';
import {
  ChevronDown,
  Download,
  Layers as LayersIcon,
  List,
  ListOrdered,
  type LucideIcon,
  SlidersHorizontal,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '#kits/ui/Button.tsx';
import { Button } from '#kits/ui/index.ts';
import { Row } from '#kits/ui/Layout.tsx';
import { SearchBox, type SearchOption } from '#kits/ui/SearchBox.tsx';
import { lazyPart } from '#kits/ui/screen-parts.tsx';
import { formatLatLng } from '#lib/geometry/coordinates.ts';
import type { MapPanel } from '../map-address.ts';
import { type FilterGroupName, filterGroups } from '../map-choices.ts';
import styles from '../PublicMap.module.css';
import type { PublicMapScreen } from '../screen.ts';
import type { Suggestion, Suggestions } from '../search/map-search.ts';
import { filterGroupLabels } from '../site-filters.ts';
import { ClearFiltersButton } from './ClearFiltersButton.tsx';

type Props = {
  screen: PublicMapScreen;
  wide: boolean;
  /** Whether the bar has room for a menu for each filter group. */
  hasFilterMenus: boolean;
  panels: readonly MapPanel[];
  onPanel: (panel: MapPanel) => void;
  onExport: () => void;
};

/** The id of the button that opens a panel; it gets the focus when the panel is closed. */
export const panelToggleId = (panel: MapPanel): string => `map-panel-${panel}`;

/** The bar above the map: the search, the six filter groups and the buttons that open the panels. */
export function FilterBar({ screen, wide, hasFilterMenus, panels, onPanel, onExport }: Props) {
  const filters = useStore(screen.$filters);
  const chosen = filterGroups.reduce((sum, group) => sum + filters[group].length, 0);
  const toggle = (panel: MapPanel, label: string, icon: LucideIcon) => (
    <IconButton
      id={panelToggleId(panel)}
      label={label}
      icon={icon}
      aria-pressed={panels.includes(panel)}
      onClick={() => onPanel(panel)}
    />
  );
  return (
    <Row gap={2} data-nowrap className={`${styles.bar} surface`}>
      <div className={`${styles.search} shrinks`}>
        <MapSearchBox screen={screen} />
      </div>
      {hasFilterMenus && (
        <Row as="fieldset" gap="1 2" className="grow">
          <legend className="visually-hidden">Filters</legend>
          {filterGroups.map((group) => (
            <FilterMenu key={group} screen={screen} group={group} label={filterGroupLabels[group]} />
          ))}
          <ClearFiltersButton screen={screen} />
        </Row>
      )}
      <div className="row rigid" data-nowrap data-gap={1}>
        {!hasFilterMenus && (
          <Button
            variant="quiet"
            id={panelToggleId('filters')}
            aria-label={chosen > 0 ? `Filters, ${chosen} chosen` : 'Filters'}
            aria-pressed={panels.includes('filters')}
            onClick={() => onPanel('filters')}
          >
            <SlidersHorizontal size={18} aria-hidden="true" />
            {wide && 'Filters'}
            {chosen > 0 && <span className="badge">{chosen}</span>}
          </Button>
        )}
        {toggle('sites', 'List of sites', List)}
        {toggle('layers', 'Layers and basemaps', LayersIcon)}
        <Button variant="quiet" icon={!wide} aria-label="Export" onClick={onExport}>
          <Download size={18} aria-hidden="true" />
          {wide && 'Export'}
        </Button>
      </div>
    </Row>
  );
}

const loadPopover = () => import('./FiltersPanel.tsx');
const FilterPopover = lazyPart(() => loadPopover().then((module) => module.FilterPopover));

type FilterMenuProps = { screen: PublicMapScreen; group: FilterGroupName; label: string };

function FilterMenu({ screen, group, label }: FilterMenuProps) {
  const chosen = useStore(screen.$filters)[group].length;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        aria-expanded={open}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadPopover()}
        onFocus={() => void loadPopover()}
        onClick={() => setOpen(!open)}
      >
        {label}
        {chosen > 0 && <span className="badge">{chosen}</span>}
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      {open && (
        <FilterPopover
          screen={screen}
          group={group}
          label={label}
          anchor={button}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The search field for sites, coordinates and places; a button switches it to comma-separated ids. */
function MapSearchBox({ screen }: { screen: PublicMapScreen }) {
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
        <IconButton
          label="Search by comma-separated ids"
          icon={ListOrdered}
          size={16}
          aria-pressed={byIds}
          onClick={() => screen.setMode(byIds ? 'attributes_search' : 'comma_separated_data_dots_search')}
        />
      }
    />
  );
}

function optionOf(item: Suggestion): SearchOption {
  switch (item.kind) {
    case 'site':
    case 'result': {
      const { href, name, kind, detail = '', answer } = item.result;
      const about = [kind, detail].filter((each) => each !== '').join(' · ');
      return { key: href, label: name, detail: about, ...(answer && { answer }) };
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
    : `Nothing matches “${suggestions.text}”.`;
}
