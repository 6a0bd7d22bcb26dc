import type { Dataset } from '#contract/model/status.ts';

type Watch = { readonly systemId: string | null; readonly datasets: readonly Dataset[] };

/** What each window shows. A hidden window watches nothing. */
export class Viewers {
  readonly #watches = new Map<string, Watch>();

  set(viewer: string, watch: Watch): void {
    this.#watches.set(viewer, watch);
  }

  delete(viewer: string): void {
    this.#watches.delete(viewer);
  }

  /** True while a window shows anything, even if only the list of strategies. */
  hasVisibleWindow(): boolean {
    return [...this.#watches.values()].some(isVisible);
  }

  /** Datasets in view by strategy. */
  inView(): Map<string, Set<Dataset>> {
    const view = new Map<string, Set<Dataset>>();
    for (const watch of [...this.#watches.values()].filter(isVisible)) {
      if (watch.systemId === null) continue;
      const datasets = view.get(watch.systemId) ?? new Set();
      for (const dataset of watch.datasets) datasets.add(dataset);
      view.set(watch.systemId, datasets);
    }
    return view;
  }
}

/** No strategy means the list of strategies. A strategy without datasets means a hidden window. */
const isVisible = ({ systemId, datasets }: Watch): boolean => systemId === null || datasets.length > 0;
