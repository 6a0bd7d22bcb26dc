import type { Dataset } from '#contract/model/status.ts';

/** `viewer`: the id that the page gave itself. */
export type PageWatch = {
  readonly viewer: string;
  readonly systemId: string | null;
  readonly datasets: readonly Dataset[];
};

/** The last watch of each page. The watch of a closed page is kept, because the page may return. */
export class PageWatches {
  readonly #last = new Map<string, PageWatch>();
  readonly #open = new Set<string>();

  set(watch: PageWatch): void {
    // Deleted first, so that the last watch is the last one in the order of the map.
    this.#last.delete(watch.viewer);
    this.#last.set(watch.viewer, watch);
    this.#open.add(watch.viewer);
  }

  /** The last watch of a page that is open again. Without one, it shows the list of strategies. */
  reopened(viewer: string): PageWatch {
    const watch = this.#last.get(viewer) ?? { viewer, systemId: null, datasets: [] };
    this.set(watch);
    return watch;
  }

  /** The watches of the pages that are not closed. The last one made is last. */
  open(): readonly PageWatch[] {
    return [...this.#last.values()].filter(({ viewer }) => this.#open.has(viewer));
  }

  closeAll(): void {
    this.#open.clear();
  }
}
