import type { Dataset } from '#contract/model/status.ts';

type Watch = { readonly systemId: string | null; readonly datasets: readonly Dataset[] };

/** Who looks at what. A window that is hidden watches nothing. */
export class Viewers {
  readonly #watches = new Map<string, Watch>();

  set(viewer: string, watch: Watch): void {
    this.#watches.set(viewer, watch);
  }

  delete(viewer: string): void {
    this.#watches.delete(viewer);
  }

  /** True while a window shows anything, be it the list of strategies alone. */
  isAnyoneLooking(): boolean {
    return [...this.#watches.values()].some(isVisible);
  }

  /** Datasets in view by strategy; a strategy in view may have none. */
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

/** No strategy is the list of strategies; a strategy without datasets is a hidden window. */
const isVisible = ({ systemId, datasets }: Watch): boolean => systemId === null || datasets.length > 0;
