import type { Dialog } from 'electron';
import type { Status } from '#contract/model/status.ts';
import type { Core } from '#core/ports.ts';

type Deps = { readonly core: Pick<Core, 'subscribe'>; readonly dialog: Pick<Dialog, 'showMessageBoxSync'> };

const QUIT = 1;

/**
 * Asks before the program ends while the outcome of an order of an open connection is unknown: only
 * a running program reconciles it.
 */
export class QuitQuestion {
  readonly #dialog: Deps['dialog'];
  #unknown = 0;
  #isAgreed = false;

  constructor({ core, dialog }: Deps) {
    this.#dialog = dialog;
    core.subscribe('status.changed', {}, ({ payload }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the event's own payload
      const { unknownOrders = 0, beside = [] } = payload as Partial<Status>;
      this.#unknown = beside.reduce((sum, other) => sum + other.unknownOrders, unknownOrders);
    });
  }

  /** No longer asks: a signal of the system ends the program, and no person can answer. */
  agree(): void {
    this.#isAgreed = true;
  }

  /** Whether the program may end now. */
  mayQuit(window: Electron.BrowserWindow | undefined): boolean {
    if (this.#isAgreed || this.#unknown === 0) return true;
    const options = {
      type: 'warning' as const,
      title: 'Stratdesk',
      message: unknownText(this.#unknown),
      detail:
        'Stratdesk looks for them only while it runs. They are in the journal and are looked for at the next start.',
      buttons: ['Keep running', 'Quit anyway'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    };
    const answer =
      window === undefined
        ? this.#dialog.showMessageBoxSync(options)
        : this.#dialog.showMessageBoxSync(window, options);
    this.#isAgreed = answer === QUIT;
    return this.#isAgreed;
  }
}

const unknownText = (count: number): string =>
  count === 1 ? 'The outcome of 1 order is unknown.' : `The outcome of ${count} orders is unknown.`;
