/** Whether the window is connected to its program. While it is not, all data shown is old. */
export class ProgramConnectionStore {
  #lost = $state.raw(false);

  get lost(): boolean {
    return this.#lost;
  }

  setLost(lost: boolean): void {
    this.#lost = lost;
  }
}
