import type { ElementType, Key, ReactElement, ReactNode } from 'react';
import { jsx as createElement, jsxs as createElements, Fragment } from 'react/jsx-runtime';

// Stands for `react/jsx-runtime` in the portal's own components. See components/build/react-stand-ins.ts.

export { Fragment };

type Props = { readonly children?: ReactNode | readonly ReactNode[] };

/**
 * A browser's translation moves each text node of a page into a `<font>`. React then fails where it removes such a node
 * or inserts an element before it, and leaves an old number where it changes one. So a text beside elements gets an
 * element of its own, whose whole content React sets, and texts beside texts become one.
 *
 *     <p>{count} sites {isOpen && <Map />}</p> // <p><span>12 sites </span><Map /></p>
 *     <p>{count} sites</p>                     // <p>12 sites</p>
 */
export function wrapTexts(type: ElementType, children: Props['children']): ReactNode {
  if (type === Fragment) return wrapRuns([children].flat(), 'span');
  if (!Array.isArray(children)) return children as ReactNode;
  const texts = children.filter((child) => !isEmpty(child));
  if (texts.length > 0 && texts.every(isText)) return texts.join('');
  return wrapRuns(children, isSvgText(type) ? 'tspan' : 'span');
}

/** Each element keeps its place in the list, so that React finds it again whichever texts are there. */
function wrapRuns(children: readonly ReactNode[], wrapper: 'span' | 'tspan'): ReactNode[] {
  const wrapped: ReactNode[] = [];
  let start: number | undefined;
  children.forEach((child, at) => {
    if (isText(child) && start !== undefined) {
      wrapped[start] = `${wrapped[start]}${child}`;
      wrapped.push(null);
      return;
    }
    wrapped.push(isText(child) ? String(child) : Array.isArray(child) ? wrapRuns(child, wrapper) : child);
    if (isText(child)) start = at;
    else if (!isEmpty(child)) start = undefined;
  });
  // Translations do not touch white space, and a flex box would lay it out as an item.
  return wrapped.map((child, at) =>
    typeof child === 'string' && child.trim() !== ''
      ? createElement(wrapper, { children: child }, `text-${at}`)
      : child,
  );
}

const isText = (child: unknown): child is string | number =>
  typeof child === 'string' || typeof child === 'number';

const isEmpty = (child: unknown): boolean =>
  child === null || child === undefined || typeof child === 'boolean';

const isSvgText = (type: ElementType): boolean => type === 'text' || type === 'tspan' || type === 'textPath';

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  if (!('children' in props)) return createElement(type, props, key);
  const children = wrapTexts(type, props.children);
  return (Array.isArray(children) ? createElements : createElement)(type, { ...props, children }, key);
}

export { jsx as jsxDEV, jsx as jsxs };
