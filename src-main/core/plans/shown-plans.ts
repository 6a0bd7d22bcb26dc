/** Number of plans that can still be sent. Older ones have to be planned again. */
const maxPlans = 50;

/** The plans that the window was shown, by plan id. Only these can be sent. */
export class ShownPlans<Plan> {
  readonly #plans = new Map<string, Plan>();

  add(planId: string, plan: Plan): void {
    this.#plans.set(planId, plan);
    for (const old of [...this.#plans.keys()].slice(0, -maxPlans)) this.#plans.delete(old);
  }

  get(planId: string): Plan | undefined {
    return this.#plans.get(planId);
  }
}
