import ElectronStore from 'electron-store';
import type { Rectangle } from 'electron';

export type WindowPlace = Partial<Rectangle> & { readonly maximized: boolean };

export const minimumSize = { width: 960, height: 620 } as const;
const defaultSize = { width: 1440, height: 900 } as const;

/** The last position of the window, in `window.json` of the data folder. */
export class WindowBounds {
  readonly #file: ElectronStore;

  constructor(dataDir: string) {
    this.#file = new ElectronStore({ cwd: dataDir, name: 'window', configFileMode: 0o600, clearInvalidConfig: true });
  }

  /**
   * The last position, if it is visible on one of the screens; otherwise the default size, placed
   * by the system.
   */
  openingPlace(screens: readonly Rectangle[]): WindowPlace {
    const { bounds, maximized } = this.#file.store;
    const rectangle =
      isRectangle(bounds) && screens.some((screen) => showsTitle(screen, bounds)) ? bounds : defaultSize;
    return { ...rectangle, maximized: maximized === true };
  }

  save(bounds: Rectangle, maximized: boolean): void {
    try {
      this.#file.store = { bounds: { ...bounds }, maximized };
    } catch {
      // A full disk: the window opens at its earlier position.
    }
  }
}

function isRectangle(value: unknown): value is Rectangle {
  if (typeof value !== 'object' || value === null) return false;
  const members = ['x', 'y', 'width', 'height'].map((name): unknown => Reflect.get(value, name));
  return members.every((member) => Number.isSafeInteger(member));
}

/** Whether enough of the upper edge is on the screen to drag the window by it. */
function showsTitle(screen: Rectangle, { x, y, width }: Rectangle): boolean {
  const visible = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x);
  return visible >= 100 && y >= screen.y && y <= screen.y + screen.height - 50;
}
