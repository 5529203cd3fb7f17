import { createElement, type SVGProps } from 'react';

type IconData = {
  readonly name: string;
  readonly size: number;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
};

type IconProps = SVGProps<SVGSVGElement> & { size?: number };

/** Stands for lucide's own function in the built pages, without contexts and variants. See components/build/plain-icons.ts. */
export default function createIcon({ name, size: box, node }: IconData) {
  return function icon({ size = box, className = '', ...props }: IconProps) {
    const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: `0 0 ${box} ${box}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`.trim(),
        ...props,
      },
      ...shapes,
    );
  };
}
