import type { App } from '#renderer/stores/app-context.ts';
import { verbOf } from '#renderer/stores/hotkey-map.ts';
import { keyCombo } from '#renderer/stores/key-combo.ts';
import { inField } from './in-field.ts';
import { keyDown, keyUp, noKeys, type HotkeyFacts } from './hotkey-machine.ts';
import type { HotkeyRunner } from './hotkey-runner.ts';

const modals = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Listens for the hotkeys in the window. Returns a function that stops listening. */
export function listenHotkeys({ hotkeys }: Pick<App, 'hotkeys'>, runner: HotkeyRunner, window: Window): () => void {
  let keysDown = noKeys;
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener(
    'keydown',
    (event) => {
      const facts = factsOf(event, window.document, hotkeys.map.physical);
      const verb = facts.combo === null ? null : verbOf(hotkeys.map, facts.combo);
      // The kill switch works while a dialog is open too, unless the focus is in a field.
      const isBehindModal = facts.modal && verb !== 'kill';
      const next = keyDown(keysDown, { ...facts, modal: isBehindModal });
      keysDown = next.keysDown;
      if (hotkeys.recording || verb === null || facts.inField || isBehindModal) return;
      // Suppress the browser's own action of a bound key, also on repeat.
      event.preventDefault();
      if (next.mayAct) void runner.run(verb, hotkeys.map.bindings[verb].send);
    },
    { signal },
  );
  window.addEventListener('keyup', ({ code }) => (keysDown = keyUp(keysDown, code)), { signal });
  // If a key is released in another window, no `keyup` comes here. A key that is still held down
  // when the focus returns is ignored as a repeat.
  window.addEventListener('blur', () => (keysDown = noKeys), { signal });
  return () => stop.abort();
}

/**
 * Whether a dialog or menu is open. Only the siblings of the page are searched, because bits-ui
 * portals put overlays there. So a key press does not search the cells of every blotter.
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
