import { useStore } from '@nanostores/react';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { figureWidth, figureWidths } from '#contract/figure.ts';
import { type Crosshair, createCrosshair } from '#kits/chart/index.ts';
import { DateField, SegmentedField } from '#kits/form/Field.tsx';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { Button, lazyPart, Notice, Row, SkeletonLines, Stack, useScreen } from '#kits/ui/index.ts';
import { Sheet } from '#kits/ui/PrintSheet.tsx';
import { useNearViewport } from '#kits/ui/printing.ts';
import { useWidth } from '#kits/ui/screen-parts.tsx';
import { Tool } from '#kits/ui/Tool.tsx';
import { $admitted, $session } from '#session/session.ts';
import { createAddress, fixedAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { figureLinks } from '#stores/figure-links.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { loadTile } from '#stores/tiles.ts';
import { showToast } from '#stores/toasts.ts';
import { ViewsMenu } from '../SavedViews.tsx';
import { isTimeSeriesView } from '../saved-views.ts';
import { createTimeSeries } from '../screen.ts';
import { createWorkspace, type TileView, type WorkspaceState } from './screen.ts';
import { maxTiles } from './tiles.ts';
import styles from './Workspace.module.css';

const Result = lazyPart(
  () => import('../Result.tsx').then((module) => module.Result),
  <SkeletonLines count={8} label="Loading the graph…" />,
);

/** Saved views, sites and cards on one page. Requests nothing before someone is signed in. */
export function WorkspaceScreen({ title }: { title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted || !('user' in session)) return null;
  return <Workspace key={session.user.sub} title={title} sub={session.user.sub} />;
}

function Workspace({ title, sub }: { title: string; sub: string }) {
  const screen = useScreen(() => createWorkspace({ request, address: createAddress(), notify: showToast }));
  const { columns } = useStore(screen.$workspace);
  const tiles = useStore(screen.$tiles);
  const [crosshair] = useState(createCrosshair);
  return (
    <Tool
      title={title}
      label="Workspace"
      faults={useStore(screen.$faults)}
      refused={useStore(screen.$refused)}
      more={<ViewsMenu screen={screen} isListed={(query) => !isTimeSeriesView(query)} />}
    >
      <Choice screen={screen} />
      {tiles.length === 0 ? (
        <p className="quiet">
          Choose saved views, sites and cards above. They stand here side by side, with one range of dates and
          one line under the pointer; printed, each has a page. Save a view on Time Series Comparisons first
          to have it here.
        </p>
      ) : (
        <div className={`stack ${styles.grid}`} data-columns={columns}>
          {tiles.map((view, at) => (
            <TileFrame
              key={view.text}
              screen={screen}
              view={view}
              isFirst={at === 0}
              isLast={at === tiles.length - 1}
              sub={sub}
              crosshair={crosshair}
            />
          ))}
        </div>
      )}
    </Tool>
  );
}

const columnChoices = [
  { value: '1', label: 'One column' },
  { value: '2', label: 'Two' },
] as const;

/** What the workspace shows, and between which dates. */
function Choice({ screen }: { screen: WorkspaceState }) {
  const { tiles, start, end, columns } = useStore(screen.$workspace);
  const options = useStore(screen.$options);
  const isReady = useStore(screen.$isReady);
  const isReversed = start !== undefined && end !== undefined && start > end;
  return (
    <section
      className={`no-print stack ${styles.choice}`}
      data-gap="2 3"
      aria-label="What the workspace shows"
    >
      <MultiSelect
        label="Tiles"
        noun="tiles"
        options={options}
        value={tiles}
        onChange={screen.setTiles}
        maxSelected={maxTiles}
        placeholder={isReady ? 'Find a saved view, a card or a site' : 'Loading…'}
        disabled={!isReady}
      />
      <DateField
        label="Start date"
        value={start}
        onChange={(day) => screen.setDates({ start: day })}
        error={isReversed ? 'The start date is after the end date.' : undefined}
        hint="Empty: each view’s own."
      />
      <DateField label="End date" value={end} onChange={(day) => screen.setDates({ end: day })} />
      <SegmentedField label="Columns" value={columns} choices={columnChoices} onChange={screen.setColumns} />
    </section>
  );
}

type TileProps = {
  screen: WorkspaceState;
  view: TileView;
  isFirst: boolean;
  isLast: boolean;
  sub: string;
  crosshair: Crosshair;
};

/** A tile with the buttons that move and remove it. Its content is loaded when it comes near. */
function TileFrame({ screen, view, isFirst, isLast, sub, crosshair }: TileProps) {
  const { text, name, query, fault, tile } = view;
  const box = useRef<HTMLElement>(null);
  const isNear = useNearViewport(box);
  const move = (by: -1 | 1, button: HTMLElement) => {
    screen.move(text, by);
    // A button that has moved in the page has lost the focus.
    requestAnimationFrame(() => button.focus());
  };
  return (
    <section ref={box} className={`shrinks ${styles.tile}`} aria-label={name} data-kind={tile.kind}>
      <Row data-spread data-nowrap gap={1} className="no-print">
        <h2 className="text-md anywhere">{name}</h2>
        <Row gap={0} data-nowrap>
          <Button
            icon
            variant="quiet"
            aria-label={`Move ${name} up`}
            aria-disabled={isFirst}
            onClick={(event) => move(-1, event.currentTarget)}
          >
            <ArrowUp size={16} aria-hidden="true" />
          </Button>
          <Button
            icon
            variant="quiet"
            aria-label={`Move ${name} down`}
            aria-disabled={isLast}
            onClick={(event) => move(1, event.currentTarget)}
          >
            <ArrowDown size={16} aria-hidden="true" />
          </Button>
          <Button
            icon
            variant="quiet"
            aria-label={`Remove the tile ${name}`}
            onClick={() => screen.remove(text)}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        </Row>
      </Row>
      {fault !== undefined ? (
        <Notice severity="warning">{fault}</Notice>
      ) : tile.kind === 'board' ? (
        isNear && <BoardTile screen={screen} />
      ) : tile.kind === 'today' || tile.kind === 'storage' ? (
        isNear && (
          <Sheet kind="board" status="ready" title={name} facts={{}}>
            <FigureTile name={name} figure={tile.kind === 'today' ? 'brief' : 'storage'} />
          </Sheet>
        )
      ) : query !== undefined && isNear ? (
        <SeriesTile
          key={query}
          query={query}
          name={name}
          sub={sub}
          screen={screen}
          part={tile.kind === 'table' ? 'table' : 'graph'}
          crosshair={crosshair}
        />
      ) : (
        <SkeletonLines count={8} label="Loading the graph…" />
      )}
    </section>
  );
}

type SeriesTileProps = {
  query: string;
  name: string;
  sub: string;
  screen: WorkspaceState;
  part: 'graph' | 'table';
  crosshair: Crosshair;
};

/** The result of Time Series Comparisons at an address. */
function SeriesTile({ query, name, sub, screen, part, crosshair }: SeriesTileProps) {
  const series = useScreen(() =>
    createTimeSeries({
      request: screen.request,
      sub,
      address: fixedAddress(query),
      notify: showToast,
      now: () => new Date(),
    }),
  );
  const result = <Result screen={series} part={part} crosshair={crosshair} name={name} />;
  return (
    <Stack gap={2}>
      {part === 'table' ? (
        <Sheet kind="table" status="ready" title={name} facts={{}}>
          {result}
        </Sheet>
      ) : (
        result
      )}
      <a className="no-print text-sm" href={`/data-analysis-tools/time-series-comparison?${query}`}>
        Open in Time Series Comparisons
      </a>
    </Stack>
  );
}

/** A figure that the server draws; on paper in light colors. */
function FigureTile({ name, figure }: { name: string; figure: 'brief' | 'storage' }) {
  const theme = useStore($resolvedTheme);
  const [hasFailed, setHasFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const place = useWidth(box);
  // A figure that is narrower than its place has larger letters.
  const width = place && (figureWidths.findLast((each) => each <= place) ?? figureWidth.min);
  if (hasFailed)
    return <Notice severity="info">This card cannot be drawn now. Today has its numbers.</Notice>;
  const address = (of: 'light' | 'dark', pixels: number) =>
    figureLinks({ title: name, name: figure, query: { width: String(pixels) } }, of, '').picture.replace(
      '.png',
      '.svg',
    );
  return (
    <div ref={box}>
      {width > 0 && (
        <img
          className="full-width no-print"
          src={address(theme, width)}
          alt={`${name}, with the same numbers as the page Today`}
          onError={() => setHasFailed(true)}
        />
      )}
      <img
        className={`only-print full-width ${styles.onPaper}`}
        src={address('light', figureWidth.default)}
        alt=""
      />
      <a className="no-print text-sm" href="/watershed-overview/today">
        Open Today
      </a>
    </div>
  );
}

/** The board of Reach Gains Comparisons on the last day of the workspace. */
function BoardTile({ screen }: { screen: WorkspaceState }) {
  const { end } = useStore(screen.$workspace);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let isCurrent = true;
    let unmount = () => {};
    void loadTile('board').then((mount) => {
      if (isCurrent) unmount = mount(element, { on: end });
    });
    return () => {
      isCurrent = false;
      unmount();
    };
  }, [end]);
  return <div ref={box} />;
}
