import { standardTemplate, type BracketTemplate } from './bracket-template.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';
import { parseSizes, parseTemplates, type Sizes } from './ticket-setup.ts';

const sizesView = 'ticket.sizes';
const templatesView = 'ticket.templates';

/** The settings of the ticket: five sizes for each instrument type, and bracket templates. */
export class TicketSetupStore {
  readonly #preferences: PreferencesStore;
  readonly #sizesText = $derived.by(() => this.#preferences.view(sizesView));
  readonly #templatesText = $derived.by(() => this.#preferences.view(templatesView));
  readonly sizes = $derived(parseSizes(this.#sizesText));
  readonly templates = $derived(parseTemplates(this.#templatesText));

  constructor(preferences: PreferencesStore) {
    this.#preferences = preferences;
  }

  /** The template with this id. If there is none, the first template. */
  template(id: string): BracketTemplate {
    return this.templates.find((one) => one.id === id) ?? this.templates[0] ?? standardTemplate;
  }

  saveSizes(sizes: Sizes): void {
    this.#preferences.setView(sizesView, JSON.stringify(sizes));
  }

  saveTemplates(templates: readonly BracketTemplate[]): void {
    this.#preferences.setView(templatesView, JSON.stringify(templates));
  }
}
