/** The shapes of a point; a layer chooses one by `circle-shape`. */
export const markShapes = ['circle', 'square', 'triangle', 'diamond', 'hexagon'] as const;
export type MarkShape = (typeof markShapes)[number];
