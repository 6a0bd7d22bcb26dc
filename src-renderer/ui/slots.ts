/** The rendered elements of panels by panel id. */
export class Slots {
  readonly #elements = new Map<string, HTMLElement>();

  /** An attachment that registers the element while it is rendered. */
  register(id: string): (element: HTMLElement) => () => void {
    return (element) => {
      this.#elements.set(id, element);
      return () => this.#elements.delete(id);
    };
  }

  get(id: string): HTMLElement | undefined {
    return this.#elements.get(id);
  }
}
