/**
 * For the focus events of a dialog: moves the focus to `target` at once, instead of to the library's
 * choice. The library moves it in the next frame, and keys that are pressed before are lost. Without
 * a target, the library chooses.
 */
export function focusOn(target: HTMLElement | null | undefined, event: Event): void {
  if (!target) return;
  event.preventDefault();
  target.focus();
}
