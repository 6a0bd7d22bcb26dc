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

/** A tab without a close button: the panels of a workspace are fixed, only their layout changes. */
class TitleTab implements ITabRenderer {
  readonly element = document.createElement('div');

  constructor() {
    this.element.className = 'dock-tab';
  }

  init(parameters: { readonly title: string }): void {
    this.element.textContent = parameters.title;
  }
}

/** A dockable workspace of elements that its owner renders and removes. */
export class Dock {
  readonly #api: DockviewApi;
  readonly #panels: readonly WorkspacePanel[];
  readonly #listener: { dispose(): void };
  /**
   * Whether change events are ignored. True until the dock has reported the changes of `open`, and
   * again from `dispose` on.
   */
  #isRestoring = true;

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
      if (!this.#isRestoring) onlayout(JSON.stringify({ panels: this.#joinedIds(), dock: this.#api.toJSON() }));
    });
  }

  open(layout: string | null): void {
    this.#isRestoring = true;
    if (layout === null || !this.#restore(layout)) this.#applyDefault();
    // The dock reports the changes of `open` in a microtask, which is queued before this one.
    queueMicrotask(() => (this.#isRestoring = false));
  }

  reset(): void {
    this.#api.clear();
    this.#applyDefault();
  }

  /** Brings a panel to the front of its group. */
  show(id: string): void {
    this.#api.getPanel(id)?.api.setActive();
  }

  /** Moves the focus to the next or previous group of panels, cyclically. */
  focusGroup(step: 1 | -1): void {
    const groups = this.#api.groups;
    const currentIndex = groups.findIndex((group) => group.element.contains(document.activeElement));
    const next = groups.at((currentIndex + step + (currentIndex < 0 && step < 0 ? 1 : 0)) % groups.length);
    const focusable = next?.element.querySelectorAll<HTMLElement>(
      '.dv-content-container :is(input, select, button, [tabindex="0"])',
    );
    const first = [...(focusable ?? [])].find((one) => one.checkVisibility() && !one.matches(':disabled'));
    next?.activePanel?.api.setActive();
    first?.focus();
  }

  dispose(): void {
    this.#isRestoring = true;
    this.#listener.dispose();
    this.#api.dispose();
  }

  #joinedIds(): string {
    return this.#panels
      .map((panel) => panel.id)
      .sort()
      .join(' ');
  }

  /** Returns false for a layout that is damaged or has other panels, so that no panel is lost. */
  #restore(layout: string): boolean {
    try {
      const stored = readLayout(layout);
      if (stored?.panels !== this.#joinedIds()) return false;
      for (const { id, title } of this.#panels) {
        const panel = stored.dock.panels[id];
        // The title may have changed since the layout was stored.
        if (panel !== undefined) panel.title = title;
      }
      this.#api.fromJSON(stored.dock);
      if (this.#api.totalPanels === this.#panels.length) return true;
    } catch {
      // The layout is damaged.
    }
    this.#api.clear();
    return false;
  }

  #applyDefault(): void {
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
  // The dock validates its format and throws on anything else.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { panels: value.panels, dock: value.dock as SerializedDockview };
}
