/** Pages that exist. AutoTrade and People join when they are built. */
export const routes = ['trade', 'review', 'strategies', 'activity', 'settings'] as const;
export type Route = (typeof routes)[number];

const routeOf = (hash: string): Route => routes.find((route) => hash === `#/${route}`) ?? 'trade';

/** Where the window is, kept in the fragment of its address, so that back and reload do what one expects. */
export class RouterStore {
  readonly #window: Pick<Window, 'location' | 'addEventListener' | 'removeEventListener'>;
  #route = $state.raw<Route>('trade');

  constructor(target: Pick<Window, 'location' | 'addEventListener' | 'removeEventListener'>) {
    this.#window = target;
    this.#route = routeOf(target.location.hash);
    target.addEventListener('hashchange', this.#follow);
  }

  get route(): Route {
    return this.#route;
  }

  go(route: Route): void {
    this.#window.location.hash = `#/${route}`;
    this.#route = route;
  }

  dispose(): void {
    this.#window.removeEventListener('hashchange', this.#follow);
  }

  readonly #follow = (): void => {
    this.#route = routeOf(this.#window.location.hash);
  };
}
