/**
 * For the focus events of a dialog: moves the focus at once to the first of `targets` that takes
 * it. The library would move the focus in the next frame, and keys that are pressed until then
 * would go to the page behind the dialog. A disabled button takes no focus. If no target takes it,
 * the library chooses.
 */
export function focusOn(event: Event, ...targets: readonly (HTMLElement | null | undefined)[]): void {
  for (const target of targets) {
    target?.focus();
    if (target && document.activeElement === target) return event.preventDefault();
  }
}
