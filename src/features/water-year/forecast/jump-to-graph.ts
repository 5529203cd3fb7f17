/**
 * Scrolls to a graph and moves the focus there. Unlike following a link to it, this adds nothing to the history, whose
 * changes load the screen again. @returns false if the page has no such graph
 */
export function jumpToGraph(id: string): boolean {
  const graph = document.getElementById(id);
  if (!graph) return false;
  graph.scrollIntoView({ block: 'start' });
  graph.focus({ preventScroll: true });
  return true;
}
