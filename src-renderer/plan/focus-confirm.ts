/**
 * Focuses the button that sends, unless the trader moved the keyboard focus to another control of
 * the same dialog. A key that is meant for that control must not send. The focus in a dialog below
 * does not count, because keys are meant for the dialog on top.
 */
export function focusConfirm(button: HTMLElement | null): void {
  const focused = document.activeElement;
  const isInside = button?.closest('.dialog')?.contains(focused) === true;
  const isMoved = isInside && focused?.matches('.dialog :is(.body, .foot) :focus-visible') === true;
  if (!isMoved) button?.focus();
}
