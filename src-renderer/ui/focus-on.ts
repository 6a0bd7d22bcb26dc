/**
 * For the focus events of a dialog: moves the focus to `target` at once. The library would move the
 * focus in the next frame, and keys that are pressed until then would be lost. Without a target,
 * the library chooses.
 */
export function focusOn(target: HTMLElement | null | undefined, event: Event): void {
  if (!target) return;
  event.preventDefault();
  target.focus();
}
