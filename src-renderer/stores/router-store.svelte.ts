/** The pages. The page `people` is shown only for connections to a private platform. */
export const routes = ['trade', 'review', 'strategies', 'autotrade', 'activity', 'settings', 'people'] as const;
export type Route = (typeof routes)[number];

const routeOf = (hash: string): Route => routes.find((route) => hash === `#/${route}`) ?? 'trade';

/** The current page, stored in the fragment of the address, so that Back and Reload work. */
export class RouterStore {
  readonly #window: Pick<Window, 'location' | 'addEventListener' | 'removeEventListener'>;
  #route = $state.raw<Route>('trade');

  constructor(target: Pick<Window, 'location' | 'addEventListener' | 'removeEventListener'>) {
    this.#window = target;
    this.#route = routeOf(target.location.hash);
    target.addEventListener('hashchange', this.#onHashChange);
  }

  get route(): Route {
    return this.#route;
  }

  go(route: Route): void {
    this.#window.location.hash = `#/${route}`;
    this.#route = route;
  }

  dispose(): void {
    this.#window.removeEventListener('hashchange', this.#onHashChange);
  }

  readonly #onHashChange = (): void => {
    this.#route = routeOf(this.#window.location.hash);
  };
}
