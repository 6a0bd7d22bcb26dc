import type { App } from '#renderer/stores/app-context.ts';
import { verbOf } from '#renderer/stores/hotkey-map.ts';
import { keyCombo } from '#renderer/stores/key-combo.ts';
import { inField } from './in-field.ts';
import { keyDown, keyUp, noKeys, type HotkeyFacts } from './hotkey-machine.ts';
import type { HotkeyRunner } from './hotkey-runner.ts';

const modals = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Ties the bound keys to the window. Returns the release. */
export function listenHotkeys({ hotkeys }: Pick<App, 'hotkeys'>, runner: HotkeyRunner, window: Window): () => void {
  let held = noKeys;
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener(
    'keydown',
    (event) => {
      const facts = factsOf(event, window.document, hotkeys.map.physical);
      const verb = facts.combo === null ? null : verbOf(hotkeys.map, facts.combo);
      // Stopping is no order: it works whatever is on screen.
      const modal = facts.modal && verb !== 'kill';
      const next = keyDown(held, { ...facts, modal });
      held = next.held;
      if (hotkeys.recording || verb === null || facts.inField || modal) return;
      // The browser's own meaning of a bound key, even of one that is held.
      event.preventDefault();
      if (next.acts) void runner.run(verb, hotkeys.map.bindings[verb].send);
    },
    { signal },
  );
  window.addEventListener('keyup', ({ code }) => (held = keyUp(held, code)), { signal });
  // A key that is let go elsewhere is never seen to come up here; held over, it tells itself by repeating.
  window.addEventListener('blur', () => (held = noKeys), { signal });
  return () => stop.abort();
}

/**
 * Everything that is laid over the page stands beside it in the body (the portals of bits-ui put it there), so that a key press does
 * not look through the cells of every blotter for what is not among them.
 */
const hasModal = ({ body }: Document): boolean =>
  [...body.children].some(
    (child) => child.id !== 'app' && (child.matches(modals) || child.querySelector(modals) !== null),
  );

function factsOf(event: KeyboardEvent, document: Document, physical: boolean): HotkeyFacts {
  return {
    code: event.code,
    combo: keyCombo(event, physical),
    repeat: event.repeat,
    composing: event.isComposing || event.getModifierState('AltGraph'),
    inField: inField(event.target),
    modal: hasModal(document),
    focused: document.hasFocus(),
    used: event.defaultPrevented,
  };
}
