import {
  createDockview,
  type DockviewApi,
  type DockviewTheme,
  type IContentRenderer,
  type ITabRenderer,
  type SerializedDockview,
} from 'dockview-core';
import type { Slots } from './slots.ts';
import type { WorkspacePanel } from './workspace-panel.ts';

const theme: DockviewTheme = { name: 'stratdesk', className: 'dock-theme', gap: 6, dndOverlayMounting: 'relative' };

const sides = { left: 'left', right: 'right', above: 'above', below: 'below', within: 'within' } as const;

/** Panels have no close button: what a workspace holds is fixed, where it stands is the trader's. */
class TitleTab implements ITabRenderer {
  readonly element = document.createElement('div');

  constructor() {
    this.element.className = 'dock-tab';
  }

  init(parameters: { readonly title: string }): void {
    this.element.textContent = parameters.title;
  }
}

/** A dockable workspace over elements that somebody else renders and removes. */
export class Dock {
  readonly #api: DockviewApi;
  readonly #panels: readonly WorkspacePanel[];
  readonly #listener: { dispose(): void };
  /** Laying out announces changes too; only the trader's own are kept. */
  #quiet = true;

  constructor(host: HTMLElement, panels: readonly WorkspacePanel[], slots: Slots, onlayout: (layout: string) => void) {
    this.#panels = panels;
    this.#api = createDockview(host, {
      theme,
      disableFloatingGroups: true,
      noPanelsOverlay: 'emptyGroup',
      defaultTabComponent: 'title',
      createTabComponent: () => new TitleTab(),
      createComponent: ({ name }): IContentRenderer => ({
        element: slots.get(name) ?? document.createElement('div'),
        init: () => undefined,
      }),
    });
    this.#listener = this.#api.onDidLayoutChange(() => {
      if (!this.#quiet) onlayout(JSON.stringify({ panels: this.#ids(), dock: this.#api.toJSON() }));
    });
  }

  open(layout: string | null): void {
    this.#quiet = true;
    if (layout === null || !this.#restore(layout)) this.#first();
    this.#quiet = false;
  }

  reset(): void {
    this.#api.clear();
    this.#first();
  }

  /** Makes a panel the one of its group that is seen. */
  show(id: string): void {
    this.#api.getPanel(id)?.api.setActive();
  }

  /** Moves the focus to the next group of panels (or the one before), around the end. */
  focusGroup(step: 1 | -1): void {
    const groups = this.#api.groups;
    const now = groups.findIndex((group) => group.element.contains(document.activeElement));
    const next = groups.at((now + step + (now < 0 && step < 0 ? 1 : 0)) % groups.length);
    const places = next?.element.querySelectorAll<HTMLElement>(
      '.dv-content-container :is(input, select, button, [tabindex="0"])',
    );
    const first = [...(places ?? [])].find((place) => place.checkVisibility() && !place.matches(':disabled'));
    next?.activePanel?.api.setActive();
    first?.focus();
  }

  dispose(): void {
    this.#quiet = true;
    this.#listener.dispose();
    this.#api.dispose();
  }

  #ids(): string {
    return this.#panels
      .map((panel) => panel.id)
      .sort()
      .join(' ');
  }

  /** A layout of other panels, of another version or by another hand must not cost the trader a panel. */
  #restore(layout: string): boolean {
    try {
      const kept = readLayout(layout);
      if (kept?.panels !== this.#ids()) return false;
      this.#api.fromJSON(kept.dock);
      return this.#api.totalPanels === this.#panels.length;
    } catch {
      this.#api.clear();
      return false;
    }
  }

  #first(): void {
    for (const panel of this.#panels) {
      this.#api.addPanel({
        id: panel.id,
        component: panel.id,
        title: panel.title,
        ...(panel.place ? { position: { referencePanel: panel.place.of, direction: sides[panel.place.side] } } : {}),
        ...(panel.width === undefined ? {} : { initialWidth: panel.width }),
        ...(panel.height === undefined ? {} : { initialHeight: panel.height }),
        minimumWidth: panel.minWidth ?? 220,
        minimumHeight: panel.minHeight ?? 120,
        inactive: panel.place?.side === 'within',
      });
    }
  }
}

function readLayout(text: string): { panels: string; dock: SerializedDockview } | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('panels' in value) || !('dock' in value)) return null;
  if (typeof value.panels !== 'string') return null;
  // The dock checks its own format and throws on anything else.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion
  return { panels: value.panels, dock: value.dock as SerializedDockview };
}
