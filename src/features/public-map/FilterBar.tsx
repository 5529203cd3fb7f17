import { useStore } from '@nanostores/react';
import { Download, Layers as LayersIcon, List, SlidersHorizontal } from 'lucide-react';
import { Button } from '#kits/ui/index.ts';
import { ClearFiltersButton } from './ClearFiltersButton.tsx';
import styles from './FilterBar.module.css';
import { FilterMenu } from './FilterMenu.tsx';
import { filterGroupLabels } from './filter-labels.ts';
import { MapSearchBox } from './MapSearchBox.tsx';
import { filterGroups, type MapPanel } from './map-address.ts';
import type { PublicMapScreen } from './screen.ts';

type Props = {
  screen: PublicMapScreen;
  wide: boolean;
  panels: readonly MapPanel[];
  onPanel: (panel: MapPanel) => void;
  onExport: () => void;
};

/** The id of the button that opens a panel; it gets the focus when the panel is closed. */
export const panelToggleId = (panel: MapPanel): string => `map-panel-${panel}`;

/** The bar above the map: the search, the six filter groups and the buttons that open the panels. */
export function FilterBar({ screen, wide, panels, onPanel, onExport }: Props) {
  const filters = useStore(screen.$filters);
  const chosen = filterGroups.reduce((sum, group) => sum + filters[group].length, 0);
  const toggle = (panel: MapPanel, name: string, icon: React.ReactNode) => (
    <Button
      variant="quiet"
      icon
      id={panelToggleId(panel)}
      aria-label={name}
      title={name}
      aria-pressed={panels.includes(panel)}
      onClick={() => onPanel(panel)}
    >
      {icon}
    </Button>
  );
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <MapSearchBox screen={screen} />
      </div>
      {wide && (
        <fieldset className={styles.filters}>
          <legend className={styles.legend}>Filters</legend>
          {filterGroups.map((group) => (
            <FilterMenu key={group} screen={screen} group={group} label={filterGroupLabels[group]} />
          ))}
          <ClearFiltersButton screen={screen} />
        </fieldset>
      )}
      <div className={styles.tools}>
        {!wide && (
          <Button
            variant="quiet"
            id={panelToggleId('filters')}
            aria-label={chosen > 0 ? `Filters, ${chosen} chosen` : 'Filters'}
            aria-pressed={panels.includes('filters')}
            onClick={() => onPanel('filters')}
          >
            <SlidersHorizontal size={18} aria-hidden="true" />
            {chosen > 0 && <span className={styles.badge}>{chosen}</span>}
          </Button>
        )}
        {toggle('sites', 'List of sites', <List size={18} aria-hidden="true" />)}
        {toggle('layers', 'Layers and basemaps', <LayersIcon size={18} aria-hidden="true" />)}
        <Button variant="quiet" icon={!wide} aria-label="Export" onClick={onExport}>
          <Download size={18} aria-hidden="true" />
          {wide && 'Export'}
        </Button>
      </div>
    </div>
  );
}
