/**
 * Focuses the button that sends, unless the trader moved the keyboard focus to another control of
 * its dialog: a key that is meant for that control must not send. A dialog below has no such
 * control: the keys are meant for the one on top.
 */
export function focusConfirm(button: HTMLElement | null): void {
  const focused = document.activeElement;
  const isInside = button?.closest('.dialog')?.contains(focused) === true;
  const isMoved = isInside && focused?.matches('.dialog :is(.body, .foot) :focus-visible') === true;
  if (!isMoved) button?.focus();
}
