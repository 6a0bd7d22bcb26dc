/** Whether the window still reaches its own program; everything it shows is from before while it does not. */
export class LineStore {
  #lost = $state.raw(false);

  get lost(): boolean {
    return this.#lost;
  }

  set(lost: boolean): void {
    this.#lost = lost;
  }
}
