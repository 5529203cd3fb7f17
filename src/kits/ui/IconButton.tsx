import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'icon' | 'children'> & {
  label: string;
  icon: LucideIcon;
  size?: number;
};

/** A quiet button that shows an icon. Its name appears on hover, unless it has another `title`. */
export function IconButton({ label, icon: Icon, size = 18, ...rest }: IconButtonProps) {
  return (
    <Button icon variant="quiet" aria-label={label} title={label} {...rest}>
      <Icon size={size} aria-hidden="true" />
    </Button>
  );
}
