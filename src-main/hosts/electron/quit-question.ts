import type { Dialog } from 'electron';
import type { Core } from '#core/ports.ts';
import {
  areChangesRunning,
  areOrdersWaiting,
  countUnknownOrders,
  isExitRunning,
} from '#hosts/desktop/unknown-orders.ts';

type Deps = {
  readonly core: Pick<Core, 'subscribe'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly quit: () => void;
};

/** The index of the button that quits. */
const QUIT_BUTTON = 1;

/**
 * Asks before the program ends, if the outcome of an order or change of an open connection is
 * unknown, if an order waits to be sent, or if an exit plan or a set of changes runs: only a
 * running program finds such outcomes, sends such orders and carries out such plans. The question
 * does not block: orders are followed, and system-wide keys work, while it is open.
 */
export class QuitQuestion {
  readonly #dialog: Deps['dialog'];
  readonly #quit: () => void;
  readonly #core: Deps['core'];
  #isAsking = false;
  #isAgreed = false;

  constructor({ core, dialog, quit }: Deps) {
    this.#dialog = dialog;
    this.#quit = quit;
    this.#core = core;
  }

  /** Stops asking. Called on an operating system signal, which does not wait for an answer. */
  agree(): void {
    this.#isAgreed = true;
  }

  /**
   * Whether the program may end now. If not, the user is asked, and the program quits when they
   * agree.
   */
  mayQuit(window: Electron.BrowserWindow | undefined): boolean {
    const unknown = countUnknownOrders(this.#core);
    const reasons = [
      ...(unknown === 0 ? [] : [unknownText(unknown)]),
      ...(areOrdersWaiting(this.#core) ? ['An order waits to be sent. It is put on hold if Stratdesk ends.'] : []),
      ...(isExitRunning(this.#core) === true ? ['An exit plan runs or waits for its market to open.'] : []),
      ...(areChangesRunning(this.#core) ? ['A change has no clear answer yet, or a set of changes runs.'] : []),
    ];
    if (this.#isAgreed || reasons.length === 0) return true;
    if (!this.#isAsking) void this.#ask(reasons.join(' '), window);
    return false;
  }

  async #ask(message: string, window: Electron.BrowserWindow | undefined): Promise<void> {
    const options = {
      type: 'warning' as const,
      title: 'Stratdesk',
      message,
      detail:
        'Stratdesk finds outcomes and carries out plans only while it runs. At the next start it looks for outcomes again. You then decide whether an interrupted plan continues.',
      buttons: ['Keep running', 'Quit anyway'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    };
    this.#isAsking = true;
    const { response } = await (window === undefined
      ? this.#dialog.showMessageBox(options)
      : this.#dialog.showMessageBox(window, options));
    this.#isAsking = false;
    if (response !== QUIT_BUTTON) return;
    this.#isAgreed = true;
    this.#quit();
  }
}

const unknownText = (count: number): string =>
  count === 1 ? 'The outcome of 1 order is unknown.' : `The outcome of ${count} orders is unknown.`;
