import { ListMinus, ListPlus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button } from '#kits/ui/Button.tsx';
import { VisuallyHidden } from '#kits/ui/Loading.tsx';

type BasketButtonProps = {
  /** What is added, for screen readers. */
  name: string;
  isIn: boolean;
  disabled?: boolean;
  onToggle: (event: MouseEvent) => void;
};

/** Adds something to the basket, or removes it. It says which of both it does, so it is not a pressed button. */
export function BasketButton({ name, isIn, disabled = false, onToggle }: BasketButtonProps) {
  const Icon = isIn ? ListMinus : ListPlus;
  return (
    <Button disabled={disabled} onClick={onToggle}>
      <Icon size={15} aria-hidden="true" />
      {isIn ? 'In basket, remove' : 'Add to basket'}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  );
}
