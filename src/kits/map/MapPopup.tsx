import L from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMap } from 'react-leaflet';
import { boxOn, measureFreeArea, panInto, type ScreenBox } from './free-area.ts';
import { arrivedEvent, listenTo, usedKeyboardLast, useLatest, useMapState } from './map-context.ts';
import type { LatLon } from './types.ts';

interface MapPopupProps {
  readonly position: LatLon;
  /** The popup's accessible name. */
  readonly label: string;
  /** Called when the visitor closes it with Escape, the close button or a click on the map. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** In CSS pixels. */
const maxWidth = 400;

const escapeConsumers =
  'dialog, [role=dialog], [role=alertdialog], [role=combobox], [role=listbox], [role=menu], [aria-haspopup][aria-expanded=true]';

/** Whether Escape, pressed on the target, closes something other than the popup. */
function isHandledElsewhere(target: EventTarget | null, popup: HTMLElement | undefined): boolean {
  if (!(target instanceof Element)) return false;
  const consumer = target.closest(escapeConsumers);
  return consumer !== null && consumer !== popup;
}

/** Above the place: the tip of the popup; around it: its ring. In CSS pixels. */
const tipHeight = 20;
const ringRadius = 16;
/** The content's margins of `map.css`, both sides. */
const contentMargins = 32;
/** What Leaflet adds to the width that it measures. */
const measuredExtra = 1;

/** Limits a popup to the free part of the map. The properties are for content that scrolls below a heading. */
function limitSize(popup: L.Popup, content: HTMLElement, area: ScreenBox): void {
  const width = Math.floor(Math.min(maxWidth, area.right - area.left) - contentMargins - measuredExtra);
  const height = Math.floor(area.bottom - area.top - tipHeight - ringRadius - contentMargins);
  popup.options.maxWidth = width;
  popup.options.minWidth = Math.min(220, width);
  popup.options.maxHeight = Math.max(120, height);
  content.style.setProperty('--popup-width', `${width - 2}px`);
  content.style.setProperty('--popup-height', `${Math.max(120, height) - 2}px`);
}

/**
 * Shows the popup and its place whole: measures them, and moves the map away from under the controls.
 */
function bringIntoView(map: L.Map, popup: L.Popup, overlay: HTMLElement | null): void {
  const element = popup.getElement();
  const place = popup.getLatLng();
  if (!element || !place) return;
  const box = boxOn(map, element);
  const { y } = map.latLngToContainerPoint(place);
  const whole = { ...box, bottom: Math.max(box.bottom, y + ringRadius) };
  panInto(map, whole, measureFreeArea(map, overlay));
}

/** Leaflet's own, which its types leave out. */
type PopupLayout = { _updateLayout(): void; _updatePosition(): void };

/**
 * Measures and places the popup. `update()` would append the content again, which would lose the focus in it and how far
 * it was scrolled.
 */
function updateLayout(popup: L.Popup): void {
  const layout = popup as unknown as PopupLayout;
  layout._updateLayout();
  layout._updatePosition();
}

/** A popup at a place. Escape, the close button and a click on the map close it and restore the focus. */
export function MapPopup({ position, label, onClose, children }: MapPopupProps) {
  const [lat, lon] = position;
  const map = useMap();
  const { overlay } = useMapState();
  const [host, setHost] = useState<HTMLElement | null>(null);
  const popup = useRef<L.Popup | null>(null);
  const latest = useLatest(onClose);

  useEffect(() => {
    const content = document.createElement('div');
    const opened = L.popup({
      autoPan: false,
      closeOnEscapeKey: false,
      offset: [0, 2],
      keepInView: false,
    });
    limitSize(opened, content, measureFreeArea(map, overlay));
    opened.setLatLng([lat, lon]).setContent(content).openOn(map);
    popup.current = opened;
    setHost(content);

    const element = opened.getElement();
    const previousFocus = document.activeElement;
    element?.setAttribute('role', 'dialog');
    element?.setAttribute('tabindex', '-1');
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isHandledElsewhere(event.target, element))
        return;
      event.preventDefault();
      opened.close();
    };
    const onRemoved = (): void => latest.current();
    opened.on('remove', onRemoved);
    document.addEventListener('keydown', onKey);
    // Leaflet removes the element before it emits the event, when the focus in it is already lost.
    let hadFocus = false;
    element?.addEventListener('focusin', () => {
      hadFocus = true;
    });
    element?.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node) hadFocus = element.contains(relatedTarget);
    });
    if (usedKeyboardLast()) element?.focus({ preventScroll: true });

    return () => {
      document.removeEventListener('keydown', onKey);
      opened.off('remove', onRemoved);
      const active = document.activeElement;
      const restoreFocus = hadFocus && (active === document.body || (element?.contains(active) ?? false));
      opened.remove();
      popup.current = null;
      if (restoreFocus && previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, [map, overlay, lat, lon, latest]);

  useEffect(() => {
    if (host) popup.current?.getElement()?.setAttribute('aria-label', label);
  }, [host, label]);

  // Once the content is rendered, the popup can be measured, placed and brought into view.
  useEffect(() => {
    if (!host) return;
    function place(): void {
      const opened = popup.current;
      if (!opened || !host) return;
      limitSize(opened, host, measureFreeArea(map, overlay));
      updateLayout(opened);
      bringIntoView(map, opened, overlay);
    }
    const observer = new ResizeObserver(place);
    observer.observe(host);
    const stop = listenTo(map, `resize ${arrivedEvent}`, place);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [map, overlay, host]);

  return host ? createPortal(children, host) : null;
}
