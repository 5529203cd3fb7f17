/** Graphs that come into view are loaded, and grow, for about this long. */
const holdMs = 5000;
/** What visitors scroll with. */
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to a graph and moves the focus there. Unlike following a link to it, this adds nothing to the history, whose
 * changes load the screen again. @returns false if the page has no such graph
 */
export function jumpToGraph(id: string): boolean {
  const graph = document.getElementById(id);
  if (!graph) return false;
  graph.focus({ preventScroll: true });
  holdInView(graph);
  return true;
}

/** Keeps a graph at the top while those above it load and push it away, until the visitor scrolls. */
function holdInView(graph: HTMLElement): void {
  const hold = new AbortController();
  const observer = new ResizeObserver(() => graph.scrollIntoView({ block: 'start' }));
  hold.signal.addEventListener('abort', () => observer.disconnect());
  for (const event of userEvents) {
    addEventListener(event, () => hold.abort(), { signal: hold.signal, passive: true });
  }
  setTimeout(() => hold.abort(), holdMs);
  graph.scrollIntoView({ block: 'start' });
  observer.observe(document.body);
}
