import type { PreviewNode } from '#contract/model/ticket.ts';

export type PreviewLine = { readonly node: PreviewNode; readonly depth: number };

/**
 * The nodes as indented lines, parents before children. A node whose parent is not among the nodes
 * is at the top level. Every node is shown.
 */
export function previewLines(nodes: readonly PreviewNode[]): readonly PreviewLine[] {
  const ids = new Set(nodes.map((node) => node.id));
  const childrenByParent = Map.groupBy(nodes, (node) =>
    node.parentId !== null && ids.has(node.parentId) ? node.parentId : null,
  );
  const lines: PreviewLine[] = [];
  const seen = new Set<string>();
  const add = (added: readonly PreviewNode[], depth: number): void => {
    for (const node of added) {
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      lines.push({ node, depth });
      add(childrenByParent.get(node.id) ?? [], depth + 1);
    }
  };
  add(childrenByParent.get(null) ?? [], 0);
  // The remaining nodes are in a cycle of parents.
  add(nodes, 0);
  return lines;
}

/**
 * The orders as they are now, and as they are after the previewed order is entered. Canceled orders
 * are also in `after`, so that the trader sees them.
 */
export function previewStates(nodes: readonly PreviewNode[]): {
  readonly before: readonly PreviewNode[];
  readonly after: readonly PreviewNode[];
} {
  return { before: nodes.filter(({ effect }) => effect !== 'new' && effect !== 'waits'), after: nodes };
}
