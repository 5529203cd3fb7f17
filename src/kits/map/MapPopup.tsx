import L from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMap } from 'react-leaflet';
import { toLatLng } from './commands.ts';
import { usedKeyboardLast } from './input-mode.ts';
import type { MapPopupProps } from './types.ts';

const escapeConsumers =
  'dialog, [role=dialog], [role=alertdialog], [role=combobox], [role=listbox], [role=menu], [aria-haspopup][aria-expanded=true]';

/** Whether Escape, pressed on the target, closes something other than the popup. */
function isHandledElsewhere(target: EventTarget | null, popup: HTMLElement | undefined): boolean {
  if (!(target instanceof Element)) return false;
  const consumer = target.closest(escapeConsumers);
  return consumer !== null && consumer !== popup;
}

/** A popup at a place. Escape, the close button and a click on the map close it and restore the focus. */
export function MapPopup(props: MapPopupProps) {
  const { position, label, maxWidth = 400, onClose, moveFocus, children } = props;
  const [lat, lon] = position;
  const map = useMap();
  const [host, setHost] = useState<HTMLElement | null>(null);
  const popup = useRef<L.Popup | null>(null);
  const latest = useRef({ onClose, moveFocus });
  useEffect(() => {
    latest.current = { onClose, moveFocus };
  });

  useEffect(() => {
    const content = document.createElement('div');
    const narrow = map.getSize().x < 520;
    const opened = L.popup({
      maxWidth: Math.min(maxWidth, map.getSize().x - 64),
      minWidth: Math.min(220, map.getSize().x - 64),
      maxHeight: Math.max(160, Math.round(map.getSize().y * (narrow ? 0.5 : 0.7))),
      // On a narrow map the popup is as wide as the map, and below the controls if there is room.
      autoPanPaddingTopLeft: [16, narrow && map.getSize().y >= 400 ? 140 : 16],
      autoPanPaddingBottomRight: [16, 16],
      autoPan: false,
      closeOnEscapeKey: false,
      offset: [0, 2],
      keepInView: false,
    });
    opened
      .setLatLng(toLatLng([lat, lon]))
      .setContent(content)
      .openOn(map);
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
    const onRemoved = (): void => latest.current.onClose();
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
    if (latest.current.moveFocus ?? usedKeyboardLast()) element?.focus({ preventScroll: true });

    return () => {
      document.removeEventListener('keydown', onKey);
      opened.off('remove', onRemoved);
      const active = document.activeElement;
      const restoreFocus = hadFocus && (active === document.body || (element?.contains(active) ?? false));
      opened.remove();
      popup.current = null;
      if (restoreFocus && previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, [map, lat, lon, maxWidth]);

  useEffect(() => {
    if (host) popup.current?.getElement()?.setAttribute('aria-label', label);
  }, [host, label]);

  // Once the content is rendered, the popup can be measured, placed and brought into view.
  useEffect(() => {
    if (!host) return;
    const observer = new ResizeObserver(() => {
      const opened = popup.current;
      if (!opened) return;
      opened.options.autoPan = true;
      opened.update();
      opened.options.autoPan = false;
    });
    observer.observe(host);
    return () => observer.disconnect();
  }, [host]);

  return host ? createPortal(children, host) : null;
}
