import type { PreviewNode } from '#contract/model/ticket.ts';

export type PreviewLine = { readonly node: PreviewNode; readonly depth: number };

/** The graph as indented lines, parents before their children. A node whose parent is not there stands at the top. */
export function previewLines(nodes: readonly PreviewNode[]): readonly PreviewLine[] {
  const ids = new Set(nodes.map((node) => node.id));
  const below = Map.groupBy(nodes, (node) => (node.parentId !== null && ids.has(node.parentId) ? node.parentId : null));
  const lines: PreviewLine[] = [];
  const seen = new Set<string>();
  const walk = (parent: string | null, depth: number): void => {
    for (const node of below.get(parent) ?? []) {
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      lines.push({ node, depth });
      walk(node.id, depth + 1);
    }
  };
  walk(null, 0);
  return lines;
}

/** The graph as it stands now, and as it will be: what dies stays in the second, struck through, so that it is not overlooked. */
export function previewStates(nodes: readonly PreviewNode[]): {
  readonly before: readonly PreviewNode[];
  readonly after: readonly PreviewNode[];
} {
  return { before: nodes.filter(({ effect }) => effect !== 'new' && effect !== 'waits'), after: nodes };
}
