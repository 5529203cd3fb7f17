type ToggleItem = { readonly label: string; readonly isOn: boolean; readonly onToggle: () => void };

/** The entries of a menu that are on or off. */
export function ToggleList({ items }: { items: readonly ToggleItem[] }) {
  return items.map(({ label, isOn, onToggle }) => (
    <button key={label} type="button" aria-pressed={isOn} onClick={onToggle}>
      {label}
      {isOn && <span aria-hidden="true">✓</span>}
    </button>
  ));
}
